import type { Page } from './page.ts';

/** The capacity of the storage, in characters. */
const QUOTA = 5_000_000;

/** Milliseconds until another tab sees a change. */
const LATEST_NEWS = 60;

/** Keys that are newer than the kept stories. They draw no random numbers, so the stories stay the same. */
const LATER_KEYS = /^(?:bookmark|history|download|up-next|clock)\./u;

/** The local storage of one browser. All its pages share it. */
export class BrowserStorage {
  readonly entries = new Map<string, string>();
  private size = 0;
  private order: readonly string[] | null = null;
  state: 'works' | 'full' | 'blocked' = 'works';

  /**
   * @param removed called with each entry that a page deletes
   * @param written called with each entry that a page stores
   */
  constructor(
    private readonly pages: () => readonly Page[],
    private readonly removed: (page: Page, key: string, value: string) => void,
    private readonly written: (key: string, value: string) => void,
  ) {}

  get characters(): number {
    return this.size;
  }

  get keys(): readonly string[] {
    this.order ??= [...this.entries.keys()];
    return this.order;
  }

  /** The error of the clock, in milliseconds, for which a page that begins now is corrected. */
  get correctedError(): number {
    return -Number(this.entries.get('clock.correction') ?? 0);
  }

  write(page: Page, key: string, value: string): void {
    const before = this.entries.get(key);
    const grows = value.length - (before?.length ?? -key.length);
    const isFull = this.state === 'full' ? grows > 0 : this.size + grows > QUOTA;
    if (isFull) {
      page.hadStorage = false;
      page.world.reaches('write refused');
    }
    if (isFull) throw Object.assign(new Error('The storage is full'), { name: 'QuotaExceededError' });
    this.put(key, value);
    this.written(key, value);
    if (before !== value) this.tell(page, key);
  }

  remove(page: Page, key: string): void {
    const before = this.entries.get(key);
    if (before === undefined) return;
    this.removed(page, key, before);
    this.drop(key);
    this.tell(page, key);
  }

  /** The listener deletes all site data. */
  clear(): void {
    for (const key of this.keys) this.drop(key);
    this.tell(null, null);
  }

  /** Stores an entry in the format of an older version of the product. */
  put(key: string, value: string): void {
    const before = this.entries.get(key);
    this.size += value.length - (before?.length ?? -key.length);
    if (before === undefined) this.order = null;
    this.entries.set(key, value);
  }

  private drop(key: string): void {
    const before = this.entries.get(key);
    if (before === undefined) return;
    this.size -= key.length + before.length;
    this.entries.delete(key);
    this.order = null;
  }

  private tell(source: Page | null, key: string | null): void {
    for (const page of this.pages()) {
      if (page === source) continue;
      const delay = LATER_KEYS.test(key ?? '') ? 0 : page.random.next() * LATEST_NEWS;
      page.later(1 + delay, () => {
        page.window.dispatchEvent(
          Object.assign(new Event('storage'), { key, storageArea: page.localStorage }),
        );
      });
    }
  }
}

/**
 * The storage as one page sees it. In the simulation, the code of an ended page goes on until it waits for a timer or
 * for something outside the page. Its later writes change only a copy, which only this page reads. Without the copy, code that
 * repeats a write until it can read it would never end.
 */
export class PageStorage {
  private afterEnd: Map<string, string> | null = null;

  constructor(
    private readonly page: Page,
    private readonly storage: BrowserStorage,
  ) {}

  get length(): number {
    return this.keys.length;
  }

  key(at: number): string | null {
    return this.keys[at] ?? null;
  }

  getItem(key: string): string | null {
    return (this.afterEnd ?? this.storage.entries).get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.page.acts('storage')) {
      this.page.storedLast.push({ key, value });
      this.storage.write(this.page, key, value);
    } else this.copy().set(key, value);
  }

  removeItem(key: string): void {
    if (this.page.acts('storage')) this.storage.remove(this.page, key);
    else this.copy().delete(key);
  }

  private get keys(): readonly string[] {
    return this.afterEnd === null ? this.storage.keys : [...this.afterEnd.keys()];
  }

  private copy(): Map<string, string> {
    this.afterEnd ??= new Map(this.storage.entries);
    return this.afterEnd;
  }
}

/** The session storage of a tab, which survives its reloads. */
export class TabStorage {
  private readonly entries = new Map<string, string>();

  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.entries.set(key, value);
  }

  removeItem(key: string): void {
    this.entries.delete(key);
  }
}
