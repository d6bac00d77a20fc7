import { useEffect } from 'react';
import { useServices, type Services } from '../../../app/services.ts';
import { useStep, type SignInStep, type Step, type StepField } from '../../../components/forms/use-step.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';

/**
 * Sends the response to a challenge of the sign-in service.
 *
 * @param blamed the field of a refusal that names no field
 */
export function useChallenge(
  { onStep, onExpired }: ChallengeFormProps,
  blamed: StepField,
): {
  readonly step: Pick<Step<SignInStep>, 'failure' | 'isPending'>;
  readonly answer: (send: (signIn: Services['signIn']) => ReturnType<Services['signIn']['withCode']>) => void;
} {
  const { signIn } = useServices();
  const step = useStep(onStep, blamed);

  const { failure } = step;
  useEffect(() => {
    if (failure?.kind === 'no-challenge') onExpired(failure);
  }, [failure, onExpired]);

  return { step, answer: (send) => void step.attempt(() => send(signIn)) };
}
