import { compareShallow, reaction } from 'mobx';
import * as v from 'valibot';
import type { KeyValueStore } from '../../ports/platform.ts';

/** A value of a state that outlives the page. */
type Persistent<Value> = {
  readonly key: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly restore: (value: Value) => void;
  /** Null if there is nothing to store. */
  readonly current: () => Value | null;
  /** Called with the kind of the failure when the value could not be stored. */
  readonly failed: (kind: string) => void;
};

/**
 * Restores a value from this browser, and stores it after each change of one of its fields from now on. A state makes a
 * new value at every tick of the player, mostly with the same fields.
 */
export function persistValue<Value>(
  store: KeyValueStore,
  { key, schema, restore, current, failed }: Persistent<Value>,
): void {
  const stored = read(store, key, schema);
  if (stored !== null) restore(stored);
  reaction(
    current,
    (value) => {
      if (value === null) {
        store.delete(key);
        return;
      }
      const written = store.set(key, JSON.stringify(value));
      if (!written.ok) failed(written.error.kind);
    },
    { equals: compareShallow },
  );
}

/** Reads a stored value; a value that cannot be read is discarded without a message (APP-43). */
function read<Value>(
  store: KeyValueStore,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Value | null {
  const text = store.get(key);
  if (text === null) return null;
  try {
    const decoded = v.safeParse(schema, JSON.parse(text));
    if (decoded.success) return decoded.output;
  } catch {
    // Text that is not JSON counts as unreadable too.
  }
  store.delete(key);
  return null;
}
