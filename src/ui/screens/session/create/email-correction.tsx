import { useEffect, useRef } from 'react';
import type { AccountStep } from '../../../../application/session/create-account.ts';
import { Button } from '../../../components/controls/button.tsx';
import { StepForm, textOf } from '../../../components/forms/step-form.tsx';
import { TextField } from '../../../components/forms/text-field.tsx';
import { errorOf, useStep } from '../../../components/forms/use-step.ts';
import { useServices } from '../../../app/services.ts';

type EmailCorrectionProps = {
  /** The current address. */
  readonly email: string;
  readonly onStep: (step: AccountStep, email: string) => void;
  readonly onCancel: () => void;
};

/** Changes the address of an unconfirmed account; name and password stay the same (SES-57). */
export function EmailCorrection({ email, onStep, onCancel }: EmailCorrectionProps) {
  const { createAccount, settings } = useServices();
  const step = useStep<readonly [AccountStep, string]>(([next, corrected]) => onStep(next, corrected));
  const input = useRef<HTMLInputElement>(null);

  // The form that had the focus is gone.
  useEffect(() => {
    input.current?.select();
  }, []);

  const submit = (fields: FormData) => {
    const corrected = textOf(fields, 'email').trim();
    void step.attempt(async () => {
      const outcome = await createAccount.changeEmail(corrected);
      return outcome.ok ? { ok: true, value: [outcome.value, corrected] } : outcome;
    });
  };
  return (
    <>
      <StepForm
        step={step}
        submitLabel={settings.signUpConfirmation === 'link' ? 'Send link' : 'Send code'}
        onSubmit={submit}
      >
        <TextField
          ref={input}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          error={errorOf(step.failure, 'email')}
        />
      </StepForm>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}
