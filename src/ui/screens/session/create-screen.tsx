import { useCallback, useState } from 'react';
import type { AccountStep } from '../../../application/session/sign-up.ts';
import { useServices } from '../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { Form, textOf } from 'audio-streaming-components/forms/form';
import { PasswordField, EmailField, TextField } from 'audio-streaming-components/forms/text-field';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { type SignInStep, type StepFailure, useStep } from './use-step.ts';
import styles from './session.module.css';
import { VisitorPage } from './visitor-page.tsx';
import { preserveReturnPath } from '../../navigation/return-path.ts';
import { ChallengeStep } from './challenge-step.tsx';
import { ConfirmationStep } from './confirmation-step.tsx';
import { Link } from '../../navigation/link.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { useFrom } from '../../navigation/use-from.ts';
import { t } from 'audio-streaming-translations/translate';
import { message } from 'audio-streaming-translations/message';
import { Sentence } from 'audio-streaming-components/sentence';

/** The stages of the screen, one after the other; `created`: the account exists, but its sign-in was not completed. */
type Stage =
  | { readonly kind: 'details' }
  | { readonly kind: 'confirmation' | 'correction'; readonly email: string }
  | {
      readonly kind: 'challenged';
      readonly step: Extract<SignInStep, { kind: 'challenge' }>;
      readonly email: string;
    }
  | { readonly kind: 'created'; readonly failure: StepFailure | null };

const HEADINGS: Readonly<Record<Stage['kind'], { readonly title: string; readonly intro: string }>> = {
  details: {
    title: message('Create your account'),
    intro: message('Listen to the free selection, or become a member.'),
  },
  confirmation: { title: message('Confirm your account'), intro: message('One step is left: your address.') },
  correction: {
    title: message('Correct your address'),
    intro: message('Your name and password stay as you gave them.'),
  },
  challenged: {
    title: message('One more step'),
    intro: message('Your account asks for this before it lets you in.'),
  },
  created: { title: message('Your account is ready'), intro: message('Sign in to start listening.') },
};

/** Creates an account: details, then the confirmation, then the recommendations (SES-53, SES-63). */
export function CreateScreen() {
  const navigation = useNavigation();
  const { onboarding, usage, signIn } = useServices();
  const from = useFrom();
  const [stage, setStage] = useState<Stage>({ kind: 'details' });

  const follow = (step: AccountStep, email: string) => {
    switch (step.kind) {
      case 'confirmation-needed':
        setStage({ kind: 'confirmation', email });
        break;
      case 'challenge':
        setStage({ kind: 'challenged', step, email });
        break;
      case 'signed-in':
        onboarding.leadsTo(from);
        void navigation.go({ to: '/recommended', replace: true });
    }
  };
  const startOver = useCallback(
    (failure: StepFailure | null) => {
      signIn.startOver();
      setStage({ kind: 'created', failure });
    },
    [signIn],
  );

  const recordSignIn = () =>
    usage.recordTap({ name: 'Onboarding - Sign Up - Tap Sign In button', properties: {} });

  return (
    <VisitorPage
      title={t(HEADINGS[stage.kind].title)}
      intro={t(HEADINGS[stage.kind].intro)}
      description={t('Create a free account and start listening.')}
    >
      {stage.kind === 'details' && <AccountStepForm onStep={follow} />}
      {stage.kind === 'confirmation' && (
        <>
          <ConfirmationStep email={stage.email} onStep={(step) => follow(step, stage.email)} />
          <Button look="quiet" onClick={() => setStage({ kind: 'correction', email: stage.email })}>
            {t('Use another email address')}
          </Button>
        </>
      )}
      {stage.kind === 'correction' && (
        <EmailCorrection
          email={stage.email}
          onStep={follow}
          onCancel={() => setStage({ kind: 'confirmation', email: stage.email })}
        />
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
      {stage.kind === 'created' ? (
        <>
          {stage.failure !== null && (
            <p className={styles['problem']} role="alert">
              {t(stage.failure.message)}
            </p>
          )}
          <Link
            to="/login"
            search={preserveReturnPath}
            className={buttonClass('primary')}
            onClick={recordSignIn}
          >
            {t('Sign in to your account')}
          </Link>
        </>
      ) : (
        <p className={styles['other']}>
          <Sentence
            text="Already listening with us? <link>Sign in to your account</link>"
            values={{
              link: (words) => (
                <Link to="/login" search={preserveReturnPath} onClick={recordSignIn}>
                  {words}
                </Link>
              ),
            }}
          />
        </p>
      )}
    </VisitorPage>
  );
}

type AccountStepFormProps = {
  readonly onStep: (step: AccountStep, email: string) => void;
};

/** Name, address and password of a new listener. */
function AccountStepForm({ onStep }: AccountStepFormProps) {
  const { signUp, usage } = useServices();
  const step = useStep<readonly [AccountStep, string]>(([next, email]) => onStep(next, email));
  const submit = (fields: FormData) => {
    usage.recordTap({ name: 'Onboarding - Sign Up - Tap Create Account button', properties: {} });
    const email = textOf(fields, 'email').trim();
    const account = {
      firstName: textOf(fields, 'first-name').trim(),
      email,
      password: textOf(fields, 'password'),
    };
    void step.attempt(async () => {
      const outcome = await signUp.create(account);
      return outcome.ok ? { ok: true, value: [outcome.value, email] } : outcome;
    });
  };
  return (
    <Form attempt={step} submitLabel={t('Create Account')} onSubmit={submit}>
      <TextField
        label={t('First Name')}
        name="first-name"
        autoComplete="given-name"
        onUse={() => usage.recordTap({ name: 'Onboarding - Sign Up - Tap First Name', properties: {} })}
      />
      <EmailField
        error={errorOf(step.failure, 'email')}
        onUse={() => usage.recordTap({ name: 'Onboarding - Sign Up - Tap Email', properties: {} })}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="new-password"
        error={errorOf(step.failure, 'password')}
        onUse={(visible) =>
          usage.recordTap({ name: 'Onboarding - Sign Up - Tap Password', properties: { visible } })
        }
      />
    </Form>
  );
}

type EmailCorrectionProps = {
  readonly email: string;
  readonly onStep: (step: AccountStep, email: string) => void;
  readonly onCancel: () => void;
};

/** Changes the address of an unconfirmed account; name and password stay the same (SES-57). */
function EmailCorrection({ email, onStep, onCancel }: EmailCorrectionProps) {
  const { signUp, settings } = useServices();
  const step = useStep<readonly [AccountStep, string]>(([next, corrected]) => onStep(next, corrected));

  const submit = (fields: FormData) => {
    const corrected = textOf(fields, 'email').trim();
    void step.attempt(async () => {
      const outcome = await signUp.changeEmail(corrected);
      return outcome.ok ? { ok: true, value: [outcome.value, corrected] } : outcome;
    });
  };
  return (
    <>
      <Form
        attempt={step}
        focus="selected"
        submitLabel={t(settings.signUpConfirmation === 'link' ? 'Send link' : 'Send code')}
        onSubmit={submit}
      >
        <EmailField defaultValue={email} error={errorOf(step.failure, 'email')} />
      </Form>
      <Button look="quiet" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </>
  );
}
