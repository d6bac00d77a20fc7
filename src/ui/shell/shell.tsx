import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Messages } from '../messages/messages.tsx';
import { SubscribeModal } from '../modals/subscribe-modal.tsx';
import { Player } from '../player/player.tsx';
import { useServices } from '../services.ts';
import { recordUses } from '../uses/record-uses.ts';
import { AndroidPrompt } from './android-prompt.tsx';
import { announcePage } from './announce-page.ts';
import { AppPanel } from './app-panel.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { keepPlace } from './keep-place.ts';
import { Notices } from './notices.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './shell.module.css';

/** The root of every page: header, routed view, footer, and what stands above them (section 2). */
export function Shell() {
  const router = useRouter();
  const services = useServices();
  const { settings } = services;
  const main = useRef<HTMLElement>(null);
  useEffect(() => keepPlace(router), [router]);
  useEffect(() => recordUses(router, services), [router, services]);
  useEffect(() => announcePage(router, settings.brand), [router, settings.brand]);

  return (
    <div className={styles['shell']}>
      <a
        href="#main"
        className={`visually-hidden ${styles['skip']}`}
        onClick={(event) => {
          // The focus alone moves; the address stays.
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
      <AppPanel />
      <Footer />
      <Player />
      <SubscribeModal />
      <Messages />
      <AndroidPrompt />
      <OfflineNotice />
      <Notices />
    </div>
  );
}
