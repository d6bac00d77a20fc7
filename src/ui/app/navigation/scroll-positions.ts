const KEY = 'places';
const MOST = 50;

const isPlaces = (value: unknown): value is [string, number][] =>
  Array.isArray(value) &&
  value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]));

/**
 * Where the listener was on each page of this tab's history, by the key of its entry, in CSS pixels. It outlives the
 * document, so that a reload and the way back from another site lead there as well.
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

  /** The document goes away. */
  save(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...this.places].slice(-MOST)));
    } catch {
      // A full or blocked storage: the way back leads to the top.
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
