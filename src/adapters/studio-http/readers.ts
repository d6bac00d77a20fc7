import * as v from 'valibot';
import { isInstant, type Bound, type Instant } from '../../domain/time.ts';
import type { Log } from '../../ports/log.ts';

/** Reads each entry of a list. An entry that cannot be read is left out and logged. */
export const listOf =
  <Value>(read: (entry: unknown) => Value | null, what: string, log: Log) =>
  (entries: readonly unknown[]): readonly Value[] => {
    const values = entries.map((entry) => read(entry));
    const unreadable = values.filter((value) => value === null).length;
    if (unreadable > 0) log.warn(`Some ${what} of the studio cannot be read`, { unreadable });
    return values.filter((value) => value !== null);
  };

/** Reads a body or an entry. Null if it cannot be read. */
export const readerOf =
  <Schema extends v.GenericSchema, Value>(schema: Schema, toValue: (sent: v.InferOutput<Schema>) => Value) =>
  (body: unknown): Value | null => {
    const read = v.safeParse(schema, body);
    return read.success ? toValue(read.output) : null;
  };

/** The instant of a bound; null if there is none, or if it cannot be read. */
export const instantOf = (value: Bound | null): Instant | null =>
  value !== null && isInstant(value) ? value : null;
