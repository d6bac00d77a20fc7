import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AccountStep, SignUp } from '../../../application/session/sign-up.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { CodeField } from 'audio-streaming-components/forms/text-field';
import { Form, textOf } from 'audio-streaming-components/forms/form';
import { Resend } from './visitor-page.tsx';
import { errorOf } from 'audio-streaming-components/forms/use-attempt';
import { type Step, type StepFailure, useStep } from './use-step.ts';
import styles from './session.module.css';
import { t } from 'audio-streaming-translations/translate';

/** Confirms the address by a code or a link, as the configuration says (SES-53). */
export function ConfirmationStep(props: ConfirmationProps) {
  const { settings } = useServices();
  return settings.signUpConfirmation === 'link' ? (
    <LinkConfirmation {...props} />
  ) : (
    <CodeConfirmation {...props} />
  );
}

function CodeConfirmation({ email, sending, onStep }: ConfirmationProps) {
  const { signUp } = useServices();
  const step = useStep(onStep);
  const resend = useSending(sending);

  const submit = (fields: FormData) => {
    resend.clear();
    void step.attempt(() => signUp.confirm(textOf(fields, 'code').replaceAll(/\s/gu, '')));
  };
  const sendAgain = () => {
    step.clear();
    void resend.attempt(() => signUp.resendCode());
  };
  return (
    <>
      <Form attempt={step} focus="first" submitLabel={t('Confirm')} onSubmit={submit}>
        <CodeField hint={t('We sent a code to {email}.', { email })} error={errorOf(step.failure, 'code')} />
      </Form>
      <Resend
        step={resend}
        label={t('Resend code')}
        sent={t('A new code is on its way.')}
        onClick={sendAgain}
      />
    </>
  );
}

/** Waits until the link is opened, on any device, and then continues by itself (SES-55). */
function LinkConfirmation({ email, sending, onStep }: ConfirmationProps) {
  const { signUp } = useServices();
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const resend = useSending(sending);
  const goOn = useRef(onStep);

  useEffect(() => {
    goOn.current = onStep;
  }, [onStep]);

  const isWaiting = failure === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const controller = new AbortController();
    const wait = async () => {
      const step = await signUp.waitForConfirmation(controller.signal);
      if (controller.signal.aborted) return;
      if (step.ok) goOn.current(step.value);
      else setFailure(step.error);
    };
    void wait();
    return () => controller.abort();
  }, [isWaiting, signUp]);

  // A wait that has ended starts again (SES-56).
  const waitAgain = () => setFailure(null);
  const sendAgain = () => {
    waitAgain();
    void resend.attempt(() => signUp.resendCode());
  };
  return (
    <>
      {isWaiting ? (
        <output className={styles['waiting']}>
          {t('We sent a link to {email}. Open it on any device: this page goes on by itself.', { email })}
        </output>
      ) : (
        <>
          <p className={styles['problem']} role="alert">
            {t(failure.message)}
          </p>
          <Button look="primary" onClick={waitAgain}>
            {t('Check again')}
          </Button>
        </>
      )}
      <Resend
        step={resend}
        label={t('Resend link')}
        sent={t('A new link is on its way.')}
        onClick={sendAgain}
      />
    </>
  );
}

/**
 * Sends a code or a link again. It starts with a request that is already running, so that its result is shown too
 * (SES-59).
 */
function useSending(running: ConfirmationProps['sending']): Step<void> {
  const resend = useStep<void>(() => undefined);
  const follow = useEffectEvent(() => {
    if (running !== undefined) void resend.attempt(() => running);
  });
  useEffect(() => follow(), []);
  return resend;
}

export type ConfirmationProps = {
  readonly email: string;
  /** The running request for a code or a link; absent if one was already sent. */
  readonly sending?: ReturnType<SignUp['resume']>;
  readonly onStep: (step: AccountStep) => void;
};
