// Proves APP-44.
import { describe, expect, test } from 'vitest';

import { LocalStorageStore } from '../../../src/adapters/browser/local-storage-store.ts';
import { describeKeyValueStore } from '../../contract/platform/key-value-store.ts';
import { FakeWindow } from './fake-window.ts';

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
