import type { SignInStep, StepFailure } from '../../../components/forms/use-step.ts';

/** The props of every challenge form. */
export type ChallengeFormProps = {
  readonly onStep: (step: SignInStep) => void;
  /** Called when the challenge has expired: the listener must start again. */
  readonly onExpired: (failure: StepFailure) => void;
};
