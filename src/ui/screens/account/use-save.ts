import { useState } from 'react';
import type { ChangeName } from '../../../application/account/change-name.ts';

type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: SaveFailure };

type AccountFailure = Extract<Awaited<ReturnType<ChangeName['change']>>, { ok: false }>['error'];

/** A field of the page that may cause a failure. */
export type SaveField = NonNullable<AccountFailure['field']>;

/** Why a change was not saved; `message` is for the listener, `field` is absent if no field caused it. */
export type SaveFailure = { readonly message: string; readonly field?: string };

/** The result of the last attempt to save, and whether an attempt is running. */
export type Save<Value> = {
  readonly isPending: boolean;
  readonly failure: SaveFailure | null;
  /** Clears the failure of an earlier attempt. */
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

/** The error of a field; null if there is none, or if the failure belongs to something else. */
export const errorOf = (failure: SaveFailure | null, field: SaveField): string | null =>
  failure?.field === field ? failure.message : null;
