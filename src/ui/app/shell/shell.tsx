import { Outlet, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
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

const LazyParts = lazy(async () => ({ default: await importShellParts() }));

/** The root of every page: header, routed view, footer, and the parts above them. */
export function Shell() {
  const router = useRouter();
  const services = useServices();
  const { settings } = services;
  const main = useRef<HTMLElement>(null);
  const hasContent = useFirstContent(main);
  useEffect(() => {
    if (hasContent) void services.loadLazyServices();
  }, [hasContent, services]);
  useLayoutEffect(() => restoreScroll(router), [router]);
  useLayoutEffect(() => followOnboarding(router, services), [router, services]);
  useLayoutEffect(() => announcePage(router, settings.brand), [router, settings.brand]);

  return (
    <div className={styles['shell']}>
      <a
        href="#main"
        className={`visually-hidden ${styles['skip']}`}
        onClick={(event) => {
          // Moves only the focus; the address stays (APP-14).
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <Header />
      <main ref={main} id="main" className={styles['main']} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Suspense>{hasContent && <LazyParts />}</Suspense>
      <OfflineNotice />
      <Notices />
    </div>
  );
}
