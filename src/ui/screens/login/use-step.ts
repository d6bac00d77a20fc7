import { useState } from 'react';
import type { SignIn } from '../../../application/sign-in.ts';

type Outcome = Awaited<ReturnType<SignIn['withPassword']>>;

/** Where signing in stands after a step that succeeded. */
export type SignInStep = Extract<Outcome, { ok: true }>['value'];

/** Why a step failed; `message` is for the listener. */
export type StepFailure = Extract<Outcome, { ok: false }>['error'];

export type StepField = NonNullable<StepFailure['field']>;

/** One step of signing in: what came of the last attempt, and whether one is on its way. */
export type Step = {
  readonly isPending: boolean;
  readonly failure: StepFailure | null;
  attempt(run: () => Promise<Outcome>): Promise<void>;
};

export function useStep(onStep: (step: SignInStep) => void): Step {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const attempt = async (run: () => Promise<Outcome>) => {
    if (isPending) return;
    setPending(true);
    setFailure(null);
    const outcome = await run();
    setPending(false);
    if (outcome.ok) onStep(outcome.value);
    else setFailure(outcome.error);
  };
  return { isPending, failure, attempt };
}

/**
 * What is wrong with a field. A failure that names none is about `fallback`, unless the service could not
 * be asked at all.
 */
export function errorOf(failure: StepFailure | null, field: StepField, fallback: StepField): string | null {
  if (failure === null || failure.kind === 'unreachable') return null;
  return (failure.field ?? fallback) === field ? failure.message : null;
}
