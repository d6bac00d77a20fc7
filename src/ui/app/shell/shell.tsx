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
import { useFirstContent } from './use-first-content.ts';

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
