import { useState } from 'react';
import type { SignIn } from '../../../application/session/sign-in.ts';

type SignInOutcome = Awaited<ReturnType<SignIn['withPassword']>>;

/** The state of signing in after a step that succeeded. */
export type SignInStep = Extract<SignInOutcome, { ok: true }>['value'];

/** Why a step failed; `message` is for the listener. */
export type StepFailure = Extract<SignInOutcome, { ok: false }>['error'];

export type StepField = NonNullable<StepFailure['field']>;

type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: StepFailure };

/** The result of the last attempt at a step, and whether an attempt is running. */
export type Step<Value> = {
  readonly isPending: boolean;
  readonly failure: StepFailure | null;
  /** Whether the last attempt has succeeded. */
  readonly isDone: boolean;
  /** Clears earlier results. A running attempt still reports its result. */
  clear(): void;
  attempt(run: () => Promise<Outcome<Value>>): Promise<void>;
};

// Other failures, for example an unreachable service, are not caused by the input.
const TYPED: ReadonlySet<StepFailure['kind']> = new Set(['refused', 'invalid-input']);

/**
 * @param blamed the field that a refusal belongs to if it names none; if absent, the refusal belongs to the whole form
 */
export function useStep<Value>(onStep: (step: Value) => void, blamed?: StepField): Step<Value> {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const [isDone, setDone] = useState(false);
  const clear = () => {
    setFailure(null);
    setDone(false);
  };
  const attempt = async (run: () => Promise<Outcome<Value>>) => {
    if (isPending) return;
    setPending(true);
    clear();
    const outcome = await run();
    setPending(false);
    setDone(outcome.ok);
    if (outcome.ok) onStep(outcome.value);
    else setFailure(blame(outcome.error, blamed));
  };
  return { isPending, failure, isDone, clear, attempt };
}

const blame = (failure: StepFailure, blamed: StepField | undefined): StepFailure =>
  blamed === undefined || !TYPED.has(failure.kind) ? failure : { field: blamed, ...failure };

/** The error of a field; null if there is none, or if the failure belongs to something else. */
export const errorOf = (failure: StepFailure | null, field: StepField): string | null =>
  failure?.field === field ? failure.message : null;
