import { useState } from 'react';
import type { Message } from 'audio-streaming-translations/message';

/** Why an attempt failed; `message` is for the listener, `field` is absent if no field caused it. */
export type AttemptFailure = { readonly message: Message; readonly field?: string };

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
): Message | null => (failure?.field === field ? failure.message : null);
