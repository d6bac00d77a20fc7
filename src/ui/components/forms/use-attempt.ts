import { useState } from 'react';
import type { SignIn } from '../../../application/session/sign-in.ts';

/** Why an attempt failed; `message` is for the listener, `field` is absent if no field caused it. */
export type AttemptFailure = { readonly message: string; readonly field?: string };

type Outcome<Value, Failure> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure };

/** The result of the last attempt to do something, and whether an attempt is running. */
export type Attempt<Value, Failure extends AttemptFailure = AttemptFailure> = {
  readonly isPending: boolean;
  readonly failure: Failure | null;
  readonly isDone: boolean;
  /** Clears earlier results. A running attempt still reports its result. */
  clear(): void;
  /** Does nothing while another attempt is running. */
  attempt(run: () => Promise<Outcome<Value, Failure>>): Promise<void>;
};

export function useAttempt<Value, Failure extends AttemptFailure>(
  onDone: (value: Value) => void,
): Attempt<Value, Failure> {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isDone, setDone] = useState(false);
  const clear = () => {
    setFailure(null);
    setDone(false);
  };
  const attempt = async (run: () => Promise<Outcome<Value, Failure>>) => {
    if (isPending) return;
    setPending(true);
    clear();
    const outcome = await run();
    setPending(false);
    setDone(outcome.ok);
    if (outcome.ok) onDone(outcome.value);
    else setFailure(outcome.error);
  };
  return { isPending, failure, isDone, clear, attempt };
}

/** The error of a field; null if there is none, or if the failure belongs to something else. */
export const errorOf = <Failure extends AttemptFailure>(
  failure: Failure | null,
  field: NonNullable<Failure['field']>,
): string | null => (failure?.field === field ? failure.message : null);

type SignInOutcome = Awaited<ReturnType<SignIn['withPassword']>>;

/** The state of signing in after a step that succeeded. */
export type SignInStep = Extract<SignInOutcome, { ok: true }>['value'];

/** Why a step failed; `message` is for the listener. */
export type StepFailure = Extract<SignInOutcome, { ok: false }>['error'];

export type StepField = NonNullable<StepFailure['field']>;

/** An attempt at one step of signing in, signing up or resetting a password. */
export type Step<Value> = Attempt<Value, StepFailure>;

// The failures that the input causes. Other failures, for example an unreachable service, belong to no field.
const TYPED: ReadonlySet<StepFailure['kind']> = new Set(['refused', 'invalid-input']);

/**
 * @param blamed the field of a refusal that names no field; if absent, the refusal belongs to the whole form
 */
export function useStep<Value>(onStep: (step: Value) => void, blamed?: StepField): Step<Value> {
  const step = useAttempt<Value, StepFailure>(onStep);
  return {
    ...step,
    attempt: (run) =>
      step.attempt(async () => {
        const outcome = await run();
        return outcome.ok ? outcome : { ok: false, error: blame(outcome.error, blamed) };
      }),
  };
}

const blame = (failure: StepFailure, blamed: StepField | undefined): StepFailure =>
  blamed === undefined || !TYPED.has(failure.kind) ? failure : { field: blamed, ...failure };
