import { firstToEvict } from '../../domain/catalogue/cache-policy.ts';
import type { Instant } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import { readStoredAnswer, writeStoredAnswer } from './cached-answer.ts';
import type { StoredAnswer } from './cached-answer.ts';

// Separates the keys of the cache from all other keys of the store.
const CACHE_PREFIX = 'response:';

/** True if a key of the store belongs to the cache. */
export const isCacheKey = (storeKey: string): boolean => storeKey.startsWith(CACHE_PREFIX);

type Held = { readonly storeKey: string; readonly expiresAt: Instant; readonly size: number };

/**
 * Stores responses in the browser. A failing or full storage never fails a call, and a response that cannot be read is
 * deleted without a message (CAT-64, CAT-65).
 */
export class AnswerStore {
  /** The stored responses by store key; null until they are first needed. */
  private held: Map<string, Held> | null = null;

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key === null || isCacheKey(key)) this.held = null;
    });
  }

  read(key: string): StoredAnswer | null {
    const stored = this.store.get(CACHE_PREFIX + key);
    if (stored === null) return null;
    const answer = readStoredAnswer(stored);
    if (answer === null) this.delete(key);
    return answer;
  }

  /** Deletes the response that expires first until the new one fits, unless it can never fit (CAT-64). */
  write(key: string, answer: StoredAnswer): void {
    const storeKey = CACHE_PREFIX + key;
    const value = writeStoredAnswer(answer);
    const size = storeKey.length + value.length;
    let written = this.store.set(storeKey, value);
    if (!written.ok && written.error.kind === 'full' && this.canEverFit(storeKey, size)) {
      let evicted = firstToEvict([...this.index().values()]);
      while (!written.ok && evicted !== null) {
        this.drop(evicted.storeKey);
        written = this.store.set(storeKey, value);
        evicted = written.ok ? null : firstToEvict([...this.index().values()]);
      }
    }
    if (written.ok) this.held?.set(storeKey, { storeKey, expiresAt: answer.expiresAt, size });
    // The new response could not be written, so the older one under the same key is outdated.
    else this.drop(storeKey);
  }

  delete(key: string): void {
    this.drop(CACHE_PREFIX + key);
  }

  clear(): void {
    for (const storeKey of this.storeKeys()) this.store.delete(storeKey);
    this.held = null;
  }

  /** Deletes every response for which `keep` is false, and every one that cannot be read. */
  purge(keep: (entry: { readonly expiresAt: Instant }) => boolean): void {
    this.held = null;
    for (const held of this.index().values()) if (!keep(held)) this.drop(held.storeKey);
  }

  /** Returns the keys of all stored responses. */
  keys(): readonly string[] {
    return this.storeKeys().map((storeKey) => storeKey.slice(CACHE_PREFIX.length));
  }

  /**
   * True if the response fits after all others are deleted. If it is larger than all others together, the rest must
   * fit into the free space, which only a trial write can show.
   */
  private canEverFit(storeKey: string, size: number): boolean {
    let evictable = 0;
    for (const { size: heldSize } of this.index().values()) evictable += heldSize;
    const beyond = size - evictable;
    if (beyond <= 0) return true;
    // Uses another key, because the trial must not overwrite an earlier response under the same key.
    const probe = `${storeKey}:room`;
    const fits = this.store.set(probe, ' '.repeat(Math.max(beyond - probe.length, 0))).ok;
    this.store.delete(probe);
    return fits;
  }

  private drop(storeKey: string): void {
    this.store.delete(storeKey);
    this.held?.delete(storeKey);
  }

  private storeKeys(): readonly string[] {
    return this.store.keys().filter(isCacheKey);
  }

  private index(): Map<string, Held> {
    if (this.held !== null) return this.held;
    const held = new Map<string, Held>();
    for (const storeKey of this.storeKeys()) {
      const stored = this.store.get(storeKey) ?? '';
      const answer = readStoredAnswer(stored);
      if (answer === null) this.store.delete(storeKey);
      else
        held.set(storeKey, { storeKey, expiresAt: answer.expiresAt, size: storeKey.length + stored.length });
    }
    this.held = held;
    return held;
  }
}
