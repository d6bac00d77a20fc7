import { PasswordField } from '../../parts/password-field.tsx';
import { StepForm, textOf } from '../../parts/step-form.tsx';
import { errorOf } from '../../parts/use-step.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';
import { useChallenge } from './use-challenge.ts';

/** A password of one's own in place of a temporary one. */
export function NewPasswordChallenge(form: ChallengeFormProps) {
  const { step, input, answer } = useChallenge(form, 'new-password');
  return (
    <StepForm
      step={step}
      submitLabel="Confirm"
      onSubmit={(fields) => answer((signIn) => signIn.withNewPassword(textOf(fields, 'new-password')))}
    >
      <PasswordField
        ref={input}
        label="New password"
        name="new-password"
        autoComplete="new-password"
        hint="Your account was set up with a temporary password. Choose one of your own."
        error={errorOf(step.failure, 'new-password')}
      />
    </StepForm>
  );
}
