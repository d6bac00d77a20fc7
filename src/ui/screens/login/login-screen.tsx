import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { MESSAGES } from '../../../application/error-catalogue.ts';
import { VisitorPage } from '../../parts/visitor-page.tsx';
import { useServices } from '../../services.ts';
import { ChallengeStep } from './challenge-step.tsx';
import styles from '../../parts/visitor-notes.module.css';
import { PasswordStep } from './password-step.tsx';
import type { SignInStep } from '../../parts/use-step.ts';

type LoginScreenProps = {
  readonly data: {
    /** `unknown`: there may be a session, the sign-in service could not be asked (contract 3.16). */
    readonly session: 'signed-out' | 'unknown';
    /** Where the way goes on to: a path on this origin. */
    readonly onwards: string;
  };
};

/** Goes back by itself once the sign-in service can be asked again. */
function useReturn(isWanted: boolean, goOn: () => void): void {
  const { awaitSession } = useServices();
  const router = useRouter();
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const wait = async () => {
      const session = await awaitSession.run(leaving.signal);
      if (leaving.signal.aborted) return;
      if (session === 'signed-in') goOn();
      else await router.invalidate();
    };
    void wait();
    return () => leaving.abort();
  }, [isWanted, awaitSession, router, goOn]);
}

/** Signing in, step by step (section 4, sign-in service states). */
export function LoginScreen({ data }: LoginScreenProps) {
  const router = useRouter();
  const [step, setStep] = useState<Exclude<SignInStep, { kind: 'signed-in' }> | null>(null);
  const goOn = useCallback(() => router.history.replace(data.onwards), [router, data.onwards]);
  useReturn(data.session === 'unknown', goOn);

  const follow = (next: SignInStep) => {
    if (next.kind === 'signed-in') goOn();
    else setStep(next);
  };

  return (
    <VisitorPage
      title={step === null ? 'Welcome back' : 'One more step'}
      intro={
        step === null
          ? 'Sign in and go on listening where you stopped.'
          : 'Your account asks for this before it lets you in.'
      }
    >
      {data.session === 'unknown' && <output className={styles['offline']}>{MESSAGES.unreachable}</output>}
      {step === null ? (
        <PasswordStep onStep={follow} />
      ) : (
        <ChallengeStep
          key={step.challenge.kind}
          challenge={step.challenge}
          onStep={follow}
          onStartOver={() => setStep(null)}
        />
      )}
      {step === null && (
        <p className={styles['other']}>
          New here?{' '}
          <Link to="/create" search={{ from: data.onwards === '/' ? undefined : data.onwards }}>
            Create your account
          </Link>
        </p>
      )}
    </VisitorPage>
  );
}
