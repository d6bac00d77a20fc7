import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Messages } from '../../screens/messaging/in-app/messages.tsx';
import { restoreModals } from '../restore-modals.ts';
import { SubscribeModal } from '../../screens/entitlement/subscribe-modal.tsx';
import { Boundary } from '../../components/boundary.tsx';
import { Player } from '../../screens/playback/player.tsx';
import { useServices } from '../services.ts';
import { AndroidPrompt } from '../../screens/messaging/android-prompt.tsx';
import { AppPanel } from '../../screens/messaging/app-panel.tsx';
import { describePages } from '../navigation/describe-pages.ts';

/**
 * What stands beside and above every page (section 2), and what is said of it to whoever looks for it: none of it is
 * needed before the page can be used, and none takes another with it when it breaks.
 */
export function LazyShellParts() {
  const router = useRouter();
  const services = useServices();
  useEffect(() => describePages(router), [router]);
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
        <SubscribeModal />
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
