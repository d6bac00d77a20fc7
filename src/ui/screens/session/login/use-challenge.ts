import { useEffect, useRef, type RefObject } from 'react';
import { useServices, type Services } from '../../../app/services.ts';
import { useStep, type SignInStep, type Step, type StepField } from '../../../components/forms/use-step.ts';
import type { ChallengeFormProps } from './challenge-form-props.ts';

/**
 * Answers a challenge: its result, and the field that gets the focus after the previous form is gone.
 *
 * @param blamed the field that a refusal belongs to
 */
export function useChallenge(
  { onStep, onExpired }: ChallengeFormProps,
  blamed: StepField,
): {
  readonly step: Pick<Step<SignInStep>, 'failure' | 'isPending'>;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly answer: (give: (signIn: Services['signIn']) => ReturnType<Services['signIn']['withCode']>) => void;
} {
  const { signIn } = useServices();
  const step = useStep(onStep, blamed);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
  }, []);

  const { failure } = step;
  useEffect(() => {
    if (failure?.kind === 'no-challenge') onExpired(failure);
  }, [failure, onExpired]);

  return { step, input, answer: (give) => void step.attempt(() => give(signIn)) };
}
