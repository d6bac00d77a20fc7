import { describe, expect, test } from 'vitest';
import { CookieStore, type CookieBrowser } from '../../../src/adapters/browser/cookie-store.ts';
import { LocalStorageStore } from '../../../src/adapters/browser/local-storage-store.ts';
import { describeKeyValueStore } from '../../contract/platform/key-value-store.ts';

/** The storage that two tabs share. */
class FakeStorageArea {
  readonly values = new Map<string, string>();
  readonly windows: FakeWindow[] = [];

  constructor(readonly capacity: number) {}
}

/** Works like `localStorage` of a browser. It throws if it is full or blocked. */
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
class FakeWindow extends EventTarget {
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

/** The attributes of a cookie when it was last set, in lower case, without its value. */
type StoredCookie = { readonly value: string; readonly attributes: readonly string[] };

/** `document.cookie` like in a browser: it drops cookies that are too large, and all cookies if it is blocked. */
class FakeJar {
  isBlocked = false;
  readonly cookies = new Map<string, StoredCookie>();

  constructor(private readonly capacity: number) {}

  get cookie(): string {
    if (this.isBlocked) return '';
    return [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  set cookie(text: string) {
    if (this.isBlocked) return;
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/su, 2);
    if (pair.length > this.capacity) return;
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, { value, attributes });
  }
}

/** A channel between tabs that delivers at once, and not to the sender. */
class FakeChannel extends EventTarget {
  constructor(private readonly tabs: FakeChannel[]) {
    super();
    tabs.push(this);
  }

  postMessage(data: string): void {
    for (const tab of this.tabs) {
      if (tab !== this) tab.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
}

/** Tabs that share one jar. */
const fakeBrowser = ({ capacity = 4096, isSecure = true } = {}) => {
  const jar = new FakeJar(capacity);
  const channels: FakeChannel[] = [];
  const tab = (): CookieBrowser => ({
    jar,
    isEnabled: () => !jar.isBlocked,
    isSecure,
    channel: new FakeChannel(channels),
  });
  return { jar, tab };
};

describeKeyValueStore('CookieStore', () => {
  const capacity = 1000;
  const { jar, tab } = fakeBrowser({ capacity });
  return {
    store: new CookieStore(tab()),
    elsewhere: new CookieStore(tab()),
    capacity,
    block: () => {
      jar.isBlocked = true;
    },
  };
});

describe('CookieStore', () => {
  test('stores a cookie for 365 days and the whole site, and only for https on an https page (SES-33)', () => {
    const secure = fakeBrowser();
    new CookieStore(secure.tab()).set('a', '1');
    expect(secure.jar.cookies.get('a')?.attributes).toEqual([
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const plain = fakeBrowser({ isSecure: false });
    new CookieStore(plain.tab()).set('a', '1');
    expect(plain.jar.cookies.get('a')?.attributes).not.toContain('Secure');
  });

  test('stores any key and value, and cannot be tricked into another cookie', () => {
    const { jar, tab } = fakeBrowser();
    const store = new CookieStore(tab());
    const hostile = 'a; Path=/x; b=c, "\u{1F3A7}" = %41';
    expect(store.set(hostile, hostile).ok).toBe(true);
    expect(store.get(hostile)).toBe(hostile);
    expect(store.keys()).toEqual([hostile]);
    expect(jar.cookies.size).toBe(1);
  });

  test('ignores cookies that other code has set', () => {
    const { jar, tab } = fakeBrowser();
    jar.cookie = 'AMP_x=%E0%A4%A; Path=/';
    jar.cookie = 'theirs=1; Path=/';
    expect(new CookieStore(tab()).keys()).toEqual([]);
  });
});

describeKeyValueStore('LocalStorageStore', () => {
  const capacity = 1000;
  const window = new FakeWindow({ capacity });
  return {
    store: new LocalStorageStore(window),
    elsewhere: new LocalStorageStore(new FakeWindow({ otherTab: window })),
    capacity,
    block: () => {
      window.localStorage.isBlocked = true;
    },
  };
});

describe('LocalStorageStore', () => {
  test('is an empty store if reading the storage throws (APP-44)', () => {
    const window = Object.defineProperty(new EventTarget(), 'localStorage', {
      get: () => {
        throw new Error('The operation is insecure.');
      },
    }) as EventTarget & { readonly localStorage: Storage };
    const store = new LocalStorageStore(window);
    expect(store.get('a')).toBeNull();
    expect(store.keys()).toEqual([]);
    expect(store.set('a', '1')).toEqual({ ok: false, error: { kind: 'blocked' } });
    store.delete('a');
    store.changedElsewhere.subscribe(() => undefined).unsubscribe();
  });

  test('reports when another tab clears everything, and ignores the session storage', () => {
    const window = new FakeWindow();
    const other = new FakeWindow({ otherTab: window });
    const received: (string | null)[] = [];
    new LocalStorageStore(window).changedElsewhere.subscribe((key) => received.push(key));
    other.localStorage.clear();
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'theirs', storageArea: {} }));
    expect(received).toEqual([null]);
  });
});
