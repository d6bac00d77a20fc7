import { EMPTY } from 'rxjs';
import { failed, ok } from '../../src/domain/result.ts';
import type { KeyValueStore } from '../../src/ports/key-value-store.ts';

/**
 * A storage in memory that counts its characters, so it knows at once whether it is full. A measurement with it shows the
 * cost of the code that uses the storage, not of the storage itself.
 */
export class CountingStore implements KeyValueStore {
  readonly changedElsewhere = EMPTY;
  private readonly values = new Map<string, string>();
  private size = 0;

  constructor(private readonly capacity: number) {}

  get(key: string): string | null {
    return this.values.get(key) ?? null;
  }

  set(key: string, value: string) {
    const before = this.values.get(key);
    const growth = before === undefined ? key.length + value.length : value.length - before.length;
    if (this.size + growth > this.capacity) return failed({ kind: 'full' } as const);
    this.values.set(key, value);
    this.size += growth;
    return ok(undefined);
  }

  delete(key: string): void {
    const before = this.values.get(key);
    if (before === undefined) return;
    this.values.delete(key);
    this.size -= key.length + before.length;
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }
}
