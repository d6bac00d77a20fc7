import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Messages } from '../../screens/messaging/messages.tsx';
import { restoreModals } from '../restore-modals.ts';
import { SubscribeModal, WelcomeModal } from '../../screens/entitlement/membership-modals.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { Boundary } from '../../components/boundary.tsx';
import { Player } from '../../screens/playback/player.tsx';
import { useServices } from '../services.ts';
import { AndroidPrompt, AppPanel } from '../../screens/messaging/app-prompts.tsx';

const importDownloadAnnouncer = async () =>
  (await import('../../screens/downloads/downloaded-parts.tsx')).DownloadAnnouncer;

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
