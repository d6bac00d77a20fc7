import { useState } from 'react';
import type { ChangeName } from '../../../application/account/change-name.ts';

type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: SaveFailure };

type AccountFailure = Extract<Awaited<ReturnType<ChangeName['change']>>, { ok: false }>['error'];

/** A field of the page that a failure can be about. */
export type SaveField = NonNullable<AccountFailure['field']>;

/** Why something was not saved; `message` is for the listener, `field` is absent where no field is to blame. */
export type SaveFailure = { readonly message: string; readonly field?: string };

/** One change on its way: what came of the last attempt, and whether one is under way. */
export type Save<Value> = {
  readonly isPending: boolean;
  readonly failure: SaveFailure | null;
  /** Forgets why an earlier attempt failed. */
  clear(): void;
  attempt(run: () => Promise<Outcome<Value>>): Promise<void>;
};

export function useSave<Value>(onSaved: (value: Value) => void): Save<Value> {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<SaveFailure | null>(null);
  const attempt = async (run: () => Promise<Outcome<Value>>) => {
    if (isPending) return;
    setPending(true);
    setFailure(null);
    const outcome = await run();
    setPending(false);
    if (outcome.ok) onSaved(outcome.value);
    else setFailure(outcome.error);
  };
  return { isPending, failure, clear: () => setFailure(null), attempt };
}

/** What is wrong with a field; null when nothing is, or the failure is about something else. */
export const errorOf = (failure: SaveFailure | null, field: SaveField): string | null =>
  failure?.field === field ? failure.message : null;
