const KEY = 'places';
const MOST = 50;

const isPlaces = (value: unknown): value is [string, number][] =>
  Array.isArray(value) &&
  value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]));

/**
 * The scroll positions of this tab's history, by the key of the entry, in CSS pixels. They are stored in the browser,
 * so that a reload and the return from another site restore them too (APP-8).
 */
export class ScrollPositions {
  private readonly places: Map<string, number>;

  constructor() {
    this.places = new Map(ScrollPositions.read());
  }

  get(key: string): number | undefined {
    return this.places.get(key);
  }

  leave(key: string, top: number): void {
    this.places.delete(key);
    this.places.set(key, Math.round(top));
  }

  /** Stores the positions before the document is unloaded. */
  save(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...this.places].slice(-MOST)));
    } catch {
      // The storage is full or blocked: back navigation then leads to the top.
    }
  }

  private static read(): readonly [string, number][] {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
      return isPlaces(kept) ? kept : [];
    } catch {
      return [];
    }
  }
}
