import { useState } from 'react';
import type { SignIn } from '../../application/sign-in.ts';

type SignInOutcome = Awaited<ReturnType<SignIn['withPassword']>>;

/** Where signing in stands after a step that succeeded. */
export type SignInStep = Extract<SignInOutcome, { ok: true }>['value'];

/** Why a step failed; `message` is for the listener. */
export type StepFailure = Extract<SignInOutcome, { ok: false }>['error'];

export type StepField = NonNullable<StepFailure['field']>;

type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: StepFailure };

/** One step of a visitor's way in: what came of the last attempt, and whether one is on its way. */
export type Step<Value> = {
  readonly isPending: boolean;
  readonly failure: StepFailure | null;
  attempt(run: () => Promise<Outcome<Value>>): Promise<void>;
};

export function useStep<Value>(onStep: (step: Value) => void): Step<Value> {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const attempt = async (run: () => Promise<Outcome<Value>>) => {
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
