const KEY = 'places';
const MOST = 50;

const isPositions = (value: unknown): value is [string, number][] =>
  Array.isArray(value) &&
  value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]));

/**
 * The scroll positions of this tab's history, by the key of the entry, in CSS pixels. They are stored in the browser,
 * so that a reload and the return from another site restore them too (APP-8).
 */
export class ScrollPositions {
  private readonly positions: Map<string, number>;

  constructor() {
    this.positions = new Map(ScrollPositions.read());
  }

  get(key: string): number | undefined {
    return this.positions.get(key);
  }

  set(key: string, top: number): void {
    this.positions.delete(key);
    this.positions.set(key, Math.round(top));
  }

  /** Stores the positions before the document is unloaded. */
  save(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...this.positions].slice(-MOST)));
    } catch {
      // The storage is full or blocked: back navigation then leads to the top.
    }
  }

  private static read(): readonly [string, number][] {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
      return isPositions(stored) ? stored : [];
    } catch {
      return [];
    }
  }
}
