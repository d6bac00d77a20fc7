import type { Result } from '../domain/result.ts';
import type { Signal } from './signal.ts';

/**
 * Why nothing was stored.
 *
 * - `full`: there is no room; the earlier value is still stored
 * - `blocked`: this browser stores nothing at all
 */
export type StoreFailure = { readonly kind: 'full' | 'blocked' };

/**
 * Text under keys, stored in this browser. It is synchronous, so that a position is stored before the page is closed.
 * An adapter for an asynchronous medium reads everything when it is opened, and writes in the background.
 * No method throws. A blocked store reads as empty, and each write fails with `blocked`.
 */
export interface KeyValueStore {
  /** Returns the text under a key; null if there is none. */
  get(key: string): string | null;
  /** Stores a text under a key, in place of the earlier one. */
  set(key: string, value: string): Result<void, StoreFailure>;
  /** Removes a key. Does nothing if it is not there. */
  delete(key: string): void;
  /** Lists all stored keys, in no particular order. */
  keys(): readonly string[];
  /** Emits each key that another tab wrote or deleted, and null when another tab cleared the store. */
  readonly changedElsewhere: Signal<string | null>;
}
