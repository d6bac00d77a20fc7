import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountStep } from '../../../application/create-account.ts';
import { keepFrom } from '../../parts/keep-from.ts';
import styles from '../../parts/visitor-notes.module.css';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { AccountStepForm } from './account-step.tsx';
import { ConfirmationStep } from './confirmation-step.tsx';

/** Making an account: details, then the code, then the first recommendations (section 4, onboarding order). */
export function CreateScreen() {
  const router = useRouter();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);

  const follow = (step: AccountStep, email: string) => {
    if (step.kind === 'confirmation-needed') setUnconfirmed(email);
    // A new account has neither a temporary password nor an authenticator: any other step signs in.
    else void router.navigate({ to: '/recommended', replace: true });
  };

  return (
    <VisitorPage title="Create your account" intro="Listen to the free selection, or become a member.">
      {unconfirmed === null ? (
        <AccountStepForm onStep={follow} />
      ) : (
        <ConfirmationStep email={unconfirmed} onStep={(step) => follow(step, unconfirmed)} />
      )}
      <p className={styles['other']}>
        Already listening with us?{' '}
        <Link to="/login" search={keepFrom}>
          Sign in to your account
        </Link>
      </p>
    </VisitorPage>
  );
}
