import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Messages } from '../../screens/messaging/in-app/messages.tsx';
import { restoreModals } from '../restore-modals.ts';
import { SubscribeModal } from '../../screens/entitlement/subscribe-modal.tsx';
import { WelcomeModal } from '../../screens/entitlement/welcome-modal.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Boundary } from '../../components/boundary.tsx';
import { Player } from '../../screens/playback/player.tsx';
import { useServices } from '../services.ts';
import { AndroidPrompt } from '../../screens/messaging/android-prompt.tsx';
import { AppPanel } from '../../screens/messaging/app-panel.tsx';

const importDownloadAnnouncer = async () =>
  (await import('../../screens/downloads/download-announcer.tsx')).DownloadAnnouncer;

/**
 * The parts beside and above every page. The page can be used without them, and an error in one of them does not
 * affect the others.
 */
export function LazyShellParts() {
  const router = useRouter();
  const services = useServices();
  useEffect(() => restoreModals(router, services), [router, services]);

  return (
    <>
      <Boundary>
        <AppPanel />
      </Boundary>
      <Boundary>
        <Player />
      </Boundary>
      <Boundary>
        <Lazy load={importDownloadAnnouncer} isNeeded={services.settings.links.mobileApp === null}>
          {(DownloadAnnouncer) => <DownloadAnnouncer />}
        </Lazy>
      </Boundary>
      <Boundary>
        <SubscribeModal />
      </Boundary>
      <Boundary>
        <WelcomeModal />
      </Boundary>
      <Boundary>
        <Messages />
      </Boundary>
      <Boundary>
        <AndroidPrompt />
      </Boundary>
    </>
  );
}
