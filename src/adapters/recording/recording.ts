/** A JSON value. A value that JSON cannot represent is written as an object with one key that starts with `$`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * One event of a run, in order; `at` is the application's time in milliseconds since 1970.
 *
 * - `command`: a view called a method `of` a service, or of an object that an earlier command returned (`#3`)
 * - `call`: the application called a port; a synchronous result is part of this entry
 * - `answer`: the later result of a call (by its index in the recording); `threw` is the text of an unexpected error
 * - `event`: a signal of a port fired
 * - `abort`: the caller cancelled the calls with this cancellation
 */
export type RecordedEntry = { readonly at: number } & (
  | { readonly kind: 'command'; readonly of: string; readonly method: string; readonly args: readonly Json[] }
  | {
      readonly kind: 'call';
      readonly port: string;
      readonly method: string;
      readonly args: readonly Json[];
      readonly value?: Json;
      readonly isPending?: true;
    }
  | { readonly kind: 'answer'; readonly call: number; readonly value?: Json; readonly threw?: string }
  | { readonly kind: 'event'; readonly port: string; readonly signal: string; readonly value: Json }
  | { readonly kind: 'abort'; readonly cancellation: number }
);

/** A run of the application, without tokens, passwords, codes, addresses and names of listeners (APP-41). */
export type Recording = {
  readonly version: 1;
  /** The stored data of this browser when the run started. */
  readonly store: Readonly<Record<string, string>>;
  readonly startedAt: number;
  /** True if the run was longer than a recording holds, so that its end is missing. */
  readonly isCut: boolean;
  readonly entries: readonly RecordedEntry[];
};

/** The largest number of entries in a recording. It fits an hour of listening, with all reported positions. */
export const MOST_ENTRIES = 50_000;
