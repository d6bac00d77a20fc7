import { failed, ok, type Result } from '../../domain/result.ts';
import type { Signal, KeyValueStore, StoreFailure } from '../../ports/platform.ts';
import { eventsOf } from '../shared/events-of.ts';

/** The part of a window that storage needs (PROG-69). */
export type StorageWindow = EventTarget & { readonly localStorage: Storage };

// Firefox uses another name for the error of a full storage.
const FULL: ReadonlySet<string> = new Set(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']);

const storageOf = (window: StorageWindow): Storage | null => {
  try {
    return window.localStorage;
  } catch {
    // If site data is blocked, even reading `localStorage` throws.
    return null;
  }
};

/** The browser's `localStorage`. */
export class LocalStorageStore implements KeyValueStore {
  readonly changedElsewhere: Signal<string | null>;
  private readonly storage: Storage | null;

  constructor(window: StorageWindow) {
    this.storage = storageOf(window);
    this.changedElsewhere = eventsOf(window, 'storage', ({ key, storageArea }: StorageEvent) =>
      this.storage !== null && (storageArea === null || storageArea === this.storage) ? key : undefined,
    );
  }

  get(key: string): string | null {
    try {
      return this.storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  set(key: string, value: string): Result<void, StoreFailure> {
    if (this.storage === null) return failed({ kind: 'blocked' });
    try {
      this.storage.setItem(key, value);
      return ok(undefined);
    } catch (error) {
      return failed({ kind: error instanceof Error && FULL.has(error.name) ? 'full' : 'blocked' });
    }
  }

  delete(key: string): void {
    try {
      this.storage?.removeItem(key);
    } catch {
      // A blocked storage reads as empty.
    }
  }

  keys(): readonly string[] {
    const { storage } = this;
    if (storage === null) return [];
    try {
      return Array.from({ length: storage.length }, (_, at) => storage.key(at)).filter((key) => key !== null);
    } catch {
      return [];
    }
  }
}
