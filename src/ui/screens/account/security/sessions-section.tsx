import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import { FormAlert } from '../../../components/forms/form.tsx';
import { useAttempt, type AttemptFailure } from '../../../components/forms/use-attempt.ts';
import { useAccount } from '../account-services.ts';
import { Section } from '../section.tsx';
import { Setting } from '../setting.tsx';

/** Signs out here, or on all devices. */
export function SessionsSection() {
  const { signOut } = useServices();
  const { accountSecurity } = useAccount();
  const navigate = useNavigate();
  const everywhere = useAttempt<void, AttemptFailure>(() => void navigate({ to: '/login' }));
  const leave = () => {
    signOut.signOut();
    void navigate({ to: '/login' });
  };
  return (
    <Section title="Sign out" intro="A lost phone, or a browser that is not yours: sign out everywhere.">
      <Setting
        label="This device"
        value="Signed in"
        actions={<Button onClick={leave}>Sign out of this device</Button>}
      />
      <Setting
        label="All devices"
        value="Every session ends, this one as well."
        actions={
          <Button
            aria-disabled={everywhere.isPending}
            onClick={() => void everywhere.attempt(async () => accountSecurity.signOutEverywhere())}
          >
            Sign out everywhere
          </Button>
        }
      >
        {everywhere.failure !== null && <FormAlert message={everywhere.failure.message} />}
      </Setting>
    </Section>
  );
}
