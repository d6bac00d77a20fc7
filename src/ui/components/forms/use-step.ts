import { useState } from 'react';
import type { SignIn } from '../../../application/session/sign-in.ts';

type SignInOutcome = Awaited<ReturnType<SignIn['withPassword']>>;

/** Where signing in stands after a step that succeeded. */
export type SignInStep = Extract<SignInOutcome, { ok: true }>['value'];

/** Why a step failed; `message` is for the listener. */
export type StepFailure = Extract<SignInOutcome, { ok: false }>['error'];

export type StepField = NonNullable<StepFailure['field']>;

type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: StepFailure };

/** What came of the last attempt at a step, and whether one is on its way. */
export type Step<Value> = {
  readonly isPending: boolean;
  readonly failure: StepFailure | null;
  /** Whether the last attempt has succeeded. */
  readonly isDone: boolean;
  /** Forgets what came of earlier attempts; one that is on its way still tells what comes of it. */
  clear(): void;
  attempt(run: () => Promise<Outcome<Value>>): Promise<void>;
};

// Anything else, such as a service in trouble, is no fault of what was typed.
const TYPED: ReadonlySet<StepFailure['kind']> = new Set(['refused', 'invalid-input']);

/**
 * @param blamed the field that a refusal is about when it names none; without it, it is about the form as a whole
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

/** What is wrong with a field; null when nothing is, or the failure is about something else. */
export const errorOf = (failure: StepFailure | null, field: StepField): string | null =>
  failure?.field === field ? failure.message : null;
