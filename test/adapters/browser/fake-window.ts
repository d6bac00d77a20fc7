/** The storage that two tabs share. */
class FakeStorageArea {
  readonly values = new Map<string, string>();
  readonly windows: FakeWindow[] = [];

  constructor(readonly capacity: number) {}
}

/** `localStorage` like in a browser: it throws if it is full, and always if it is blocked. */
class FakeStorage implements Storage {
  isBlocked = false;

  constructor(
    private readonly area: FakeStorageArea,
    private readonly changed: (key: string | null) => void,
  ) {}

  get length(): number {
    this.check();
    return this.area.values.size;
  }

  key(at: number): string | null {
    return [...this.area.values.keys()][at] ?? null;
  }

  getItem(key: string): string | null {
    this.check();
    return this.area.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.check();
    const others = [...this.area.values].filter(([other]) => other !== key);
    const size = others.reduce((sum, [other, value]) => sum + other.length + value.length, 0);
    if (size + key.length + value.length > this.area.capacity) throw named('QuotaExceededError');
    this.area.values.set(key, value);
    this.changed(key);
  }

  removeItem(key: string): void {
    this.check();
    if (this.area.values.delete(key)) this.changed(key);
  }

  clear(): void {
    this.area.values.clear();
    this.changed(null);
  }

  private check(): void {
    if (this.isBlocked) throw named('SecurityError');
  }
}

/** The storage part of a tab's window. */
export class FakeWindow extends EventTarget {
  readonly localStorage: FakeStorage;
  private readonly area: FakeStorageArea;

  constructor({ capacity = 5_000_000, otherTab }: { capacity?: number; otherTab?: FakeWindow } = {}) {
    super();
    this.area = otherTab?.area ?? new FakeStorageArea(capacity);
    this.area.windows.push(this);
    this.localStorage = new FakeStorage(this.area, (key) => this.tellOthers(key));
  }

  private tellOthers(key: string | null): void {
    for (const window of this.area.windows) {
      if (window === this) continue;
      window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: window.localStorage }));
    }
  }
}

const named = (name: string): Error => Object.assign(new Error(name), { name });
