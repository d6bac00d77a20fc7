import type { Result } from '../domain/result.ts';
import type { Signal } from './signal.ts';

/**
 * Why nothing was kept.
 *
 * - `full`: there is no room; what was held before is held still
 * - `blocked`: this browser keeps nothing at all
 */
export type StoreFailure = { readonly kind: 'full' | 'blocked' };

/**
 * What this browser remembers: text under keys. Synchronous, so that a place in a book is safe before
 * a page goes away; an asynchronous medium is read whole when it is opened and written behind.
 * A store that is blocked reads as empty and refuses to write; it never throws.
 */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): Result<void, StoreFailure>;
  delete(key: string): void;
  /** Every key that is held, in no particular order. */
  keys(): readonly string[];
  /** Keys that another tab wrote or deleted; `null` when it cleared everything. */
  readonly changedElsewhere: Signal<string | null>;
}
