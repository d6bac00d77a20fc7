import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Welcome, WelcomeState } from '../../../application/entitlement/welcome.ts';
import { useServices } from '../../app/services.ts';
import { Button } from '../../components/controls/button.tsx';
import { Modal } from '../../components/layout/modal.tsx';

const titleOf = (welcome: Welcome | null): string =>
  welcome?.kind === 'owner' ? `${welcome.item.title} is yours` : 'You are a member now';

const textOf = (welcome: Welcome | null): string =>
  welcome?.kind === 'owner' ? 'You can play it whenever you like.' : 'Every audio is open to you.';

/** Greets a listener who comes back from paying, and offers to play what they wanted (ENT-63). */
export const WelcomeModal = observer(function WelcomeModal() {
  const { offer, playerControls } = useServices();
  const [state, setState] = useState<WelcomeState | null>(null);
  useEffect(() => {
    void offer.openWelcome().then(setState);
  }, [offer]);
  const welcome = state?.welcome ?? null;
  const item = welcome?.item ?? null;
  return (
    <Modal isOpen={welcome !== null} title={titleOf(welcome)} onClose={() => state?.close()}>
      <p>{textOf(welcome)}</p>
      {item !== null && (
        <Button
          look="primary"
          onClick={() => {
            // The sound starts only within the click.
            void playerControls.playOrPause(item);
            state?.close();
          }}
        >
          Play {item.title}
        </Button>
      )}
    </Modal>
  );
});
