import { useCallback, useEffect, useState } from 'react';
import { MESSAGES } from '../../../application/notices-state.ts';
import { isInStudio, preserveReturnPath } from '../../navigation/return-path.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { Form, textOf } from 'audio-streaming-components/forms/form';
import { PasswordField, EmailField } from 'audio-streaming-components/forms/text-field';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { type SignInStep, type StepFailure, useStep } from './use-step.ts';
import styles from './session.module.css';
import { VisitorPage } from './visitor-page.tsx';
import { type ConfirmationProps, ConfirmationStep } from './confirmation-step.tsx';
import { ChallengeStep } from './challenge-step.tsx';
import { Link } from '../../navigation/link.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { t } from 'audio-streaming-translations/translate';
import { message } from 'audio-streaming-translations/message';
import { Sentence } from 'audio-streaming-components/sentence';

type LoginScreenProps = {
  readonly data: {
    /** `unknown`: there may be a session, but the sign-in service could not be reached (SES-5). */
    readonly session: 'signed-out' | 'unknown';
    /** Why the hosted login failed; null if the listener does not come from there. */
    readonly hostedFailure: StepFailure | null;
    /** Why the previous session has ended (SES-37); null if there was none. */
    readonly endedBecause: string | null;
    /** Where to go after signing in: a path on this origin (SES-2). */
    readonly onwards: string;
  };
};

type ChallengeOf = Exclude<SignInStep, { kind: 'signed-in' }>;

/** Continues automatically once the sign-in service can be reached again (SES-5). */
function useReturn(isNeeded: boolean, goOn: () => void): void {
  const { session } = useServices();
  const navigation = useNavigation();
  useEffect(() => {
    if (!isNeeded) return undefined;
    const controller = new AbortController();
    const wait = async () => {
      const check = await session.waitForCheck(controller.signal);
      if (controller.signal.aborted) return;
      if (check === 'signed-in') goOn();
      else await navigation.reload();
    };
    void wait();
    return () => controller.abort();
  }, [isNeeded, session, navigation, goOn]);
}

type Challenged = { readonly kind: 'challenged'; readonly step: ChallengeOf; readonly email: string };

type Stage =
  | { readonly kind: 'password'; readonly notice: StepFailure | null }
  | Challenged
  | ({ readonly kind: 'unconfirmed' } & Required<Pick<ConfirmationProps, 'email' | 'sending'>>);

const HEADINGS: Readonly<Record<Stage['kind'], { readonly title: string; readonly intro: string }>> = {
  password: {
    title: message('Welcome back'),
    intro: message('Sign in and go on listening where you stopped.'),
  },
  challenged: {
    title: message('One more step'),
    intro: message('Your account asks for this before it lets you in.'),
  },
  unconfirmed: {
    title: message('Confirm your account'),
    intro: message('Your address has not been confirmed yet.'),
  },
};

/** Signs in, step by step (SES-8). */
export function LoginScreen({ data }: LoginScreenProps) {
  const navigation = useNavigation();
  const {
    signUp,
    settings: { hostedLogin },
    signIn,
  } = useServices();
  const passkeys = hostedLogin?.passkeys;
  const [stage, setStage] = useState<Stage>({ kind: 'password', notice: null });
  const goOn = useCallback(() => {
    if (isInStudio(data.onwards)) window.location.replace(data.onwards);
    else navigation.replace(data.onwards);
  }, [navigation, data.onwards]);
  useReturn(data.session === 'unknown', goOn);

  const follow = (step: SignInStep, email: string) => {
    if (step.kind === 'signed-in') goOn();
    else setStage({ kind: 'challenged', step, email });
  };
  const startOver = useCallback(
    (notice: StepFailure | null) => {
      signIn.startOver();
      setStage({ kind: 'password', notice });
    },
    [signIn],
  );
  const confirm = (credentials: { readonly email: string; readonly password: string }) => {
    const sending = signUp.resume(credentials);
    setStage({ kind: 'unconfirmed', email: credentials.email, sending });
  };

  const ended = data.endedBecause === null ? null : { message: data.endedBecause };

  return (
    <VisitorPage
      title={t(HEADINGS[stage.kind].title)}
      intro={t(HEADINGS[stage.kind].intro)}
      description={t('Sign in and go on listening where you stopped.')}
    >
      {data.session === 'unknown' && <output className={styles['offline']}>{t(MESSAGES.unreachable)}</output>}
      {stage.kind === 'password' && (
        <>
          <PasswordStep
            notice={stage.notice ?? data.hostedFailure ?? ended}
            onStep={follow}
            onUnconfirmed={confirm}
          />
          {passkeys !== undefined && <HostedLoginButton onwards={data.onwards} way="passkey" />}
          {hostedLogin?.providers?.map((provider) => (
            <HostedLoginButton key={provider} onwards={data.onwards} way={{ provider }} />
          ))}
          {hostedLogin !== null && passkeys !== 'only' && hostedLogin.button !== 'off' && (
            <HostedLoginButton onwards={data.onwards} />
          )}
          <p className={styles['other']}>
            <Sentence
              text="New here? <link>Create your account</link>"
              values={{
                link: (words) => (
                  <Link to="/create" search={preserveReturnPath}>
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
        </>
      )}
      {stage.kind === 'challenged' && (
        <ChallengeStep
          key={stage.step.challenge.kind}
          challenge={stage.step.challenge}
          email={stage.email}
          onStep={(step) => follow(step, stage.email)}
          onStartOver={startOver}
        />
      )}
      {stage.kind === 'unconfirmed' && (
        <>
          <ConfirmationStep
            email={stage.email}
            sending={stage.sending}
            onStep={(step) => {
              if (step.kind !== 'confirmation-needed') follow(step, stage.email);
            }}
          />
          <Button look="quiet" onClick={() => startOver(null)}>
            {t('Start over')}
          </Button>
        </>
      )}
    </VisitorPage>
  );
}

type Credentials = { readonly email: string; readonly password: string };

type PasswordStepProps = {
  /** Why the listener must sign in again; null on a first visit. */
  readonly notice: Pick<StepFailure, 'message'> | null;
  readonly onStep: (step: SignInStep, email: string) => void;
  /** Called when the account is not confirmed yet (SES-21). */
  readonly onUnconfirmed: (credentials: Credentials) => void;
};

function PasswordStep({ notice, onStep, onUnconfirmed }: PasswordStepProps) {
  const { usage, signIn } = useServices();
  const step = useStep<() => void>((next) => next(), 'password');
  const submit = (fields: FormData) => {
    usage.recordTap({ name: 'Onboarding - Sign In - Tap Sign In button', properties: {} });
    const credentials = { email: textOf(fields, 'email').trim(), password: textOf(fields, 'password') };
    void step.attempt(async () => {
      const outcome = await signIn.withPassword(credentials);
      if (outcome.ok) return { ok: true, value: () => onStep(outcome.value, credentials.email) };
      if (outcome.error.kind !== 'unconfirmed') return outcome;
      return { ok: true, value: () => onUnconfirmed(credentials) };
    });
  };
  return (
    <Form attempt={step} notice={notice} submitLabel={t('Sign In')} onSubmit={submit}>
      <EmailField
        error={errorOf(step.failure, 'email')}
        onUse={() => usage.recordTap({ name: 'Onboarding - Sign In - Tap Email', properties: {} })}
      />
      <div className={styles['password']}>
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          error={errorOf(step.failure, 'password')}
          onUse={(visible) =>
            usage.recordTap({ name: 'Onboarding - Sign In - Tap Password', properties: { visible } })
          }
        />
        <Link
          to="/forgot-password"
          search={preserveReturnPath}
          className={styles['forgot']}
          onClick={() =>
            usage.recordTap({ name: 'Onboarding - Sign In - Tap Forgot Password', properties: {} })
          }
        >
          {t('Forgot password?')}
        </Link>
      </div>
    </Form>
  );
}

type HostedLoginProps = {
  readonly onwards: string;
  readonly way?: 'passkey' | { readonly provider: string };
};

const labelOf = (way: HostedLoginProps['way']): string => {
  if (way === undefined) return t('Use the secure sign-in page');
  return way === 'passkey'
    ? t('Sign in with a passkey')
    : t('Continue with {provider}', { provider: way.provider });
};

/** Leads to the hosted login of the sign-in service, and from there to `onwards`. */
function HostedLoginButton({ onwards, way }: HostedLoginProps) {
  const { hostedSession } = useServices();
  const step = useStep<void>(() => undefined);
  return (
    <>
      <Button onClick={() => void step.attempt(() => hostedSession.goToHostedLogin(onwards, way))}>
        {labelOf(way)}
      </Button>
      {step.failure !== null && (
        <p className={styles['problem']} role="alert">
          {t(step.failure.message)}
        </p>
      )}
    </>
  );
}
