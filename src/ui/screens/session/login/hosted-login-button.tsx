import { Button } from '../../../components/controls/button.tsx';
import { useStep } from '../../../components/forms/use-step.ts';
import styles from '../../../components/forms/visitor-notes.module.css';
import { useServices } from '../../../app/services.ts';

/** Leads to the hosted login of the sign-in service, and from there to `onwards`. */
export function HostedLoginButton({ onwards }: { readonly onwards: string }) {
  const { hostedSession } = useServices();
  const step = useStep<void>(() => undefined);
  return (
    <>
      <Button onClick={() => void step.attempt(() => hostedSession.goToHostedLogin(onwards))}>
        Use the secure sign-in page
      </Button>
      {step.failure !== null && (
        <p className={styles['problem']} role="alert">
          {step.failure.message}
        </p>
      )}
    </>
  );
}
