import { failed, ok, type Result } from '../../domain/result.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/platform.ts';
import { Emitter } from '../shared/emitter.ts';

/** The storage that all tabs of one browser share. */
type Shared = {
  readonly values: Map<string, string>;
  readonly tabs: Set<MemoryKeyValueStore>;
  readonly capacity: number;
};

const sizeOf = (values: ReadonlyMap<string, string>): number => {
  let size = 0;
  for (const [key, value] of values) size += key.length + value.length;
  return size;
};

/** A browser's storage in memory, with a capacity in characters. Tabs share it, and it can be blocked. */
export class MemoryKeyValueStore implements KeyValueStore {
  readonly changedElsewhere = new Emitter<string | null>();
  /** Blocked storage is empty and refuses to write. */
  isBlocked = false;
  /** A full storage refuses to store more. */
  isFull = false;
  private readonly shared: Shared;

  constructor(options: { readonly capacity?: number; readonly sharedWith?: MemoryKeyValueStore } = {}) {
    const { capacity = Number.POSITIVE_INFINITY, sharedWith } = options;
    this.shared = sharedWith?.shared ?? { values: new Map(), tabs: new Set(), capacity };
    this.shared.tabs.add(this);
  }

  /** Returns the same storage in another tab. */
  inAnotherTab(): MemoryKeyValueStore {
    return new MemoryKeyValueStore({ sharedWith: this });
  }

  get(key: string): string | null {
    return this.isBlocked ? null : (this.shared.values.get(key) ?? null);
  }

  set(key: string, value: string): Result<void, StoreFailure> {
    if (this.isBlocked) return failed({ kind: 'blocked' });
    const { values, capacity } = this.shared;
    const before = values.get(key);
    const growth = before === undefined ? key.length + value.length : value.length - before.length;
    if (this.isFull && growth > 0) return failed({ kind: 'full' });
    if (Number.isFinite(capacity) && sizeOf(values) + growth > capacity) return failed({ kind: 'full' });
    values.set(key, value);
    if (before !== value) this.tellOthers(key);
    return ok(undefined);
  }

  delete(key: string): void {
    if (!this.isBlocked && this.shared.values.delete(key)) this.tellOthers(key);
  }

  keys(): readonly string[] {
    return this.isBlocked ? [] : [...this.shared.values.keys()];
  }

  /** Clears everything, as a browser does when its user clears the site's data. */
  clearEverything(): void {
    this.shared.values.clear();
    this.tellOthers(null);
  }

  private tellOthers(key: string | null): void {
    for (const tab of this.shared.tabs) if (tab !== this) tab.changedElsewhere.emit(key);
  }
}
