/** What JSON can hold. What it cannot is written as an object with one key that begins with `$`. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * One thing that happened, in the order in which it did; `at` is the application's time in milliseconds since 1970.
 *
 * - `command`: a view asked for something: a method `of` a service, or of what an earlier command brought (`#3`)
 * - `call`: the application asked a port. An answer that came at once stands with it
 * - `answer`: what a call (by its place in the recording) came to later; `threw` is for bugs
 * - `event`: a port's signal said something
 * - `abort`: whoever waited for the calls with this cancellation does so no more
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

/** A run of the application. Tokens, passwords, codes, addresses and names of listeners are not in it. */
export type Recording = {
  readonly version: 1;
  /** What this browser kept when the run began. */
  readonly store: Readonly<Record<string, string>>;
  readonly startedAt: number;
  /** Whether there was more than fits, and the end is missing. */
  readonly isCut: boolean;
  readonly entries: readonly RecordedEntry[];
};

/** Entries that a recording holds at most: an hour of listening, with every place that was told. */
export const MOST_ENTRIES = 50_000;
