import { type Attempt, useAttempt } from 'audio-streaming-components/forms/use-attempt';
import type { SignIn } from '../../../application/session/sign-in.ts';

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
