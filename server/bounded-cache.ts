/** Values by key, in memory. If all sizes together exceed the limit, the least recently used values are removed (CAT-98). */
export class BoundedCache<Value> {
  /** The least recently used entry is the first. */
  private readonly entries = new Map<string, { readonly value: Value; readonly size: number }>();
  private total = 0;

  /** @param most the limit for the sum of all sizes, in a unit that the caller chooses */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.total;
  }

  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Replaces the value of this key. A value that is larger than the limit is not stored. */
  set(key: string, value: Value, size: number): void {
    this.delete(key);
    if (size > this.most) return;
    this.entries.set(key, { value, size });
    this.total += size;
    for (const oldest of this.entries.keys()) {
      if (this.total <= this.most) break;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.total -= entry.size;
  }
}
