import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Messages } from '../messages/messages.tsx';
import { keepModals } from '../modals/keep-modals.ts';
import { SubscribeModal } from '../modals/subscribe-modal.tsx';
import { Boundary } from '../parts/boundary.tsx';
import { Player } from '../player/player.tsx';
import { useServices } from '../services.ts';
import { AndroidPrompt } from './android-prompt.tsx';
import { AppPanel } from './app-panel.tsx';
import { describePages } from './describe-pages.ts';

/**
 * What stands beside and above every page (section 2), and what is said of it to whoever looks for it: none of it is
 * needed before the page can be used, and none takes another with it when it breaks.
 */
export function LateParts() {
  const router = useRouter();
  const services = useServices();
  useEffect(() => describePages(router), [router]);
  useEffect(() => keepModals(router, services), [router, services]);

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
