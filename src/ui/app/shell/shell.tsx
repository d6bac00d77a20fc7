import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Lazy } from '../../components/lazy.tsx';
import { PageFrame, PageFrameContext } from '../../components/layout/page-frame.ts';
import { useServices } from '../services.ts';
import { announcePage } from '../navigation/announce-page.ts';
import { followOnboarding } from '../navigation/follow-onboarding.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { importShellParts } from './import-lazy-parts.ts';
import { restoreScroll } from '../navigation/restore-scroll.ts';
import { Notices } from './notices.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './shell.module.css';
import { afterFrame } from '../../components/after-frame.ts';

/** The root of every page: header, routed view, footer, and the parts above them (SES-6). */
export function Shell() {
  const router = useRouter();
  const services = useServices();
  const { settings } = services;
  const [frame] = useState(() => new PageFrame());
  const hasContent = useFirstContent(frame);
  useEffect(() => {
    if (hasContent) void services.loadLazyServices();
  }, [hasContent, services]);
  useLayoutEffect(() => restoreScroll(router), [router]);
  useLayoutEffect(() => followOnboarding(router, services), [router, services]);
  useLayoutEffect(() => announcePage(router, frame, settings.brand), [router, frame, settings.brand]);

  return (
    <PageFrameContext value={frame}>
      <div className={styles['shell']}>
        <a
          href="#main"
          className={`visually-hidden ${styles['skip']}`}
          onClick={(event) => {
            // Moves only the focus; the address stays (APP-14).
            event.preventDefault();
            frame.focusMain();
          }}
        >
          Skip to content
        </a>
        <Header />
        <main ref={(element) => frame.setMain(element)} id="main" className={styles['main']} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
        <Lazy load={importShellParts} isNeeded={hasContent}>
          {(LazyParts) => <LazyParts />}
        </Lazy>
        <OfflineNotice />
        <Notices />
      </div>
    </PageFrameContext>
  );
}

/**
 * The longest wait for the first content, in milliseconds; the content may never load. It is longer than any
 * response timeout, so that a slow device shows the content before it loads other code.
 */
const LONGEST_WAIT = 15_000;

/** Events that show that the listener is using the page. */
const USES = ['pointerdown', 'keydown'] as const;

/**
 * True once a page has shown its main content: from then on, other code may load. Using the page counts too, because
 * the next action may need that code.
 */
function useFirstContent(frame: PageFrame): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isShown) return undefined;
    let isUnmounted = false;
    const show = (): void => {
      if (!isUnmounted) setShown(true);
    };
    const stopWaiting = frame.whenContentShown(() => afterFrame(show));
    const timeout = setTimeout(show, LONGEST_WAIT);
    for (const use of USES) window.addEventListener(use, show);
    return () => {
      isUnmounted = true;
      stopWaiting();
      clearTimeout(timeout);
      for (const use of USES) window.removeEventListener(use, show);
    };
  }, [frame, isShown]);
  return isShown;
}
