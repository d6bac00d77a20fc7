// Proves APP-44, SES-33.
import { describe, expect, test } from 'vitest';
import { CookieStore } from '../../../src/adapters/browser/cookie-store.ts';
import { LocalStorageStore } from '../../../src/adapters/browser/local-storage-store.ts';
import { describeKeyValueStore } from '../../contract/platform/key-value-store.ts';
import { fakeBrowser } from './fake-jar.ts';
import { FakeWindow } from './fake-window.ts';

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
  test('stores a cookie for 365 days and the whole site, and only for https on an https page', () => {
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
  test('is an empty store if reading the storage throws', () => {
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
