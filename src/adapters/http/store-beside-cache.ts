import type { Result } from '../../domain/result.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/key-value-store.ts';
import type { Signal } from '../../ports/signal.ts';
import { isCacheKey } from './response-store.ts';

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
