import type { PdfSource } from '../../media/source.ts';

/** At most 20 kB each. */
const MOST_KEPT = 100;
/** A PDF takes about ten milliseconds of the main thread. */
const MOST_WAITING = 20;

/** Makes companion notes one after the other, and caches them. Above the limit, the least recently used go first. */
export class RecentNotes {
  private readonly cached = new Map<string, Promise<Buffer>>();
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly make: (source: PdfSource) => Promise<Buffer> = async (source) =>
      (await import('./companion-notes.ts')).makeNotes(source),
    private readonly mostWaiting = MOST_WAITING,
    private readonly mostCached = MOST_KEPT,
  ) {}

  /** @returns null if too many wait to be made */
  of(source: PdfSource): Promise<Buffer> | null {
    const key = JSON.stringify(source);
    const known = this.cached.get(key);
    if (known === undefined && this.waiting >= this.mostWaiting) return null;
    const notes = known ?? this.enqueue(key, source);
    // Removed and added again, so that the map is in the order of last use.
    this.cached.delete(key);
    this.cached.set(key, notes);
    const [oldest] = this.cached.keys();
    if (this.cached.size > this.mostCached && oldest !== undefined) this.cached.delete(oldest);
    return notes;
  }

  private enqueue(key: string, source: PdfSource): Promise<Buffer> {
    this.waiting += 1;
    const made = this.last
      .then(() => this.make(source))
      .finally(() => {
        this.waiting -= 1;
      });
    this.last = made.catch(() => {
      this.cached.delete(key);
    });
    return made;
  }
}
