import { firstToEvict } from '../../domain/catalogue/cache-policy.ts';
import type { Instant } from '../../domain/time.ts';
import type { Signal, KeyValueStore, StoreFailure } from '../../ports/platform.ts';
import { CACHE_PREFIX } from './first-calls.ts';
import { readStoredResponse, writeStoredResponse, type StoredResponse } from './stored-response.ts';
import type { Result } from '../../domain/result.ts';

/** The store for all data except cached responses. If it is full, it removes cached responses to make room (APP-45). */
export class StoreBesideCache implements KeyValueStore {
  readonly changedElsewhere: Signal<string | null>;

  constructor(private readonly store: KeyValueStore) {
    this.changedElsewhere = store.changedElsewhere;
  }

  get(key: string): string | null {
    return this.store.get(key);
  }

  set(key: string, value: string): Result<void, StoreFailure> {
    const written = this.store.set(key, value);
    if (written.ok || written.error.kind !== 'full') return written;
    const responses = this.store.keys().filter(isCacheKey);
    if (responses.length === 0) return written;
    for (const response of responses) this.store.delete(response);
    return this.store.set(key, value);
  }

  delete(key: string): void {
    this.store.delete(key);
  }

  keys(): readonly string[] {
    return this.store.keys();
  }
}

/** True if a key of the store belongs to the cache. */
export const isCacheKey = (storeKey: string): boolean => storeKey.startsWith(CACHE_PREFIX);

type IndexEntry = { readonly storeKey: string; readonly expiresAt: Instant; readonly size: number };

/**
 * Stores responses in the browser. A failing or full storage never fails a call, and a response that cannot be read is
 * deleted without a message (CAT-64, CAT-65).
 */
export class ResponseStore {
  /** The stored responses by store key; null until they are first needed. */
  private entries: Map<string, IndexEntry> | null = null;

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key === null || isCacheKey(key)) this.entries = null;
    });
  }

  read(key: string): StoredResponse | null {
    const stored = this.store.get(CACHE_PREFIX + key);
    if (stored === null) return null;
    const response = readStoredResponse(stored);
    if (response === null) this.delete(key);
    return response;
  }

  /** Deletes the response that expires first until the new one fits, unless it can never fit (CAT-64). */
  write(key: string, response: StoredResponse): void {
    const storeKey = CACHE_PREFIX + key;
    const value = writeStoredResponse(response);
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
    if (written.ok) this.entries?.set(storeKey, { storeKey, expiresAt: response.expiresAt, size });
    // The new response could not be written, so the older one under the same key is outdated.
    else this.drop(storeKey);
  }

  delete(key: string): void {
    this.drop(CACHE_PREFIX + key);
  }

  clear(): void {
    for (const storeKey of this.storeKeys()) this.store.delete(storeKey);
    this.entries = null;
  }

  /** Deletes every response for which `keep` is false, and every one that cannot be read. */
  purge(keep: (entry: { readonly expiresAt: Instant }) => boolean): void {
    this.entries = null;
    for (const entry of this.index().values()) if (!keep(entry)) this.drop(entry.storeKey);
  }

  keys(): readonly string[] {
    return this.storeKeys().map((storeKey) => storeKey.slice(CACHE_PREFIX.length));
  }

  /**
   * True if the response fits after all others are deleted. If it is larger than all others together, the rest must
   * fit into the free space, which only a trial write can show.
   */
  private canEverFit(storeKey: string, size: number): boolean {
    let evictable = 0;
    for (const { size: entrySize } of this.index().values()) evictable += entrySize;
    const beyond = size - evictable;
    if (beyond <= 0) return true;
    // Uses another key, because the trial must not overwrite an earlier response under the same key.
    const probe = `${storeKey}:probe`;
    const fits = this.store.set(probe, ' '.repeat(Math.max(beyond - probe.length, 0))).ok;
    this.store.delete(probe);
    return fits;
  }

  private drop(storeKey: string): void {
    this.store.delete(storeKey);
    this.entries?.delete(storeKey);
  }

  private storeKeys(): readonly string[] {
    return this.store.keys().filter(isCacheKey);
  }

  private index(): Map<string, IndexEntry> {
    if (this.entries !== null) return this.entries;
    const entries = new Map<string, IndexEntry>();
    for (const storeKey of this.storeKeys()) {
      const stored = this.store.get(storeKey) ?? '';
      const response = readStoredResponse(stored);
      if (response === null) this.store.delete(storeKey);
      else
        entries.set(storeKey, {
          storeKey,
          expiresAt: response.expiresAt,
          size: storeKey.length + stored.length,
        });
    }
    this.entries = entries;
    return entries;
  }
}
