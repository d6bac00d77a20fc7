import * as v from 'valibot';

import type { Log } from '../../../ports/log.ts';
import { isNothing } from './scalars.ts';

const LEFT_OUT = 'Entries of a response could not be read and were left out';

/** Reads one entry of a list. Returns null if it cannot be read. */
export type ReadEntry<Value> = (entry: unknown, log: Log) => Value | null;

/** Makes a reader of one entry from a schema. */
export const entryOf =
  <Value>(schema: v.GenericSchema<unknown, Value>): ReadEntry<Value> =>
  (entry) => {
    const parsed = v.safeParse(schema, entry, { abortEarly: true });
    return parsed.success ? parsed.output : null;
  };

/**
 * Returns every entry that can be read, in order. Leaves out the others and logs their number under the list's name
 * (CAT-49). Returns null if `entries` is no list.
 */
export const readList = <Value>(
  input: unknown,
  name: string,
  read: ReadEntry<Value>,
  log: Log,
): readonly Value[] | null => {
  if (!Array.isArray(input)) {
    if (!isNothing(input)) log.warn(LEFT_OUT, { list: name, dropped: 1 });
    return null;
  }
  const values: Value[] = [];
  for (const entry of input as readonly unknown[]) {
    const value = read(entry, log);
    if (value !== null) values.push(value);
  }
  const dropped = input.length - values.length;
  if (dropped > 0) log.warn(LEFT_OUT, { list: name, dropped });
  return values;
};
