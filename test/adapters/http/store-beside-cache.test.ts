// Proves APP-45.
import { describe, expect, test } from 'vitest';

import { StoreBesideCache } from '../../../src/adapters/http/store-beside-cache.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { describeKeyValueStore } from '../../contract/platform/key-value-store.ts';

describeKeyValueStore('StoreBesideCache', () => {
  const store = new MemoryKeyValueStore({ capacity: 1000 });
  return {
    store: new StoreBesideCache(store),
    elsewhere: new StoreBesideCache(store.inAnotherTab()),
    capacity: 1000,
    block: () => {
      store.isBlocked = true;
    },
  };
});

describe('StoreBesideCache', () => {
  test('deletes cached responses if the storage is full', () => {
    const store = new MemoryKeyValueStore({ capacity: 2_000 });
    store.set('settings.player', 'kept');
    store.set('response:one', 'x'.repeat(900));
    store.set('response:two', 'x'.repeat(900));
    expect(new StoreBesideCache(store).set('privacy.opted-out', 'y'.repeat(200))).toEqual({
      ok: true,
      value: undefined,
    });
    expect(store.keys()).toEqual(['settings.player', 'privacy.opted-out']);
  });

  test('keeps cached responses if there is space', () => {
    const store = new MemoryKeyValueStore({ capacity: 2_000 });
    store.set('response:one', 'x'.repeat(900));
    new StoreBesideCache(store).set('store.player', 'y');
    expect(store.keys()).toEqual(['response:one', 'store.player']);
  });
});
