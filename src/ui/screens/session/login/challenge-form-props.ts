import type { SignInStep, StepFailure } from '../../../components/forms/use-step.ts';

/** What every form of a challenge gets. */
export type ChallengeFormProps = {
  readonly onStep: (step: SignInStep) => void;
  /** The service has forgotten what it asked: the listener begins again. */
  readonly onExpired: (failure: StepFailure) => void;
};
