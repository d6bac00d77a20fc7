import { expect, test } from 'vitest';

import { StoredBookmarks } from '../../../src/adapters/browser/stored-bookmarks.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { describeBookmarkStore } from '../../contract/playback/bookmark-store.ts';
import { aBookmarkOf } from '../../application/stored-positions.ts';

const ADA = userId('ada');

describeBookmarkStore('StoredBookmarks', () => {
  const store = new MemoryKeyValueStore();
  const tab = store.inAnotherTab();
  return {
    store: new StoredBookmarks(store),
    elsewhere: new StoredBookmarks(tab),
    fail: () => {
      store.isFull = true;
      return 'full';
    },
    settle: async () => Promise.resolve(),
  };
});

test('a blocked storage reads as empty, and a write fails as blocked', async () => {
  const store = new MemoryKeyValueStore();
  store.isBlocked = true;
  const bookmarks = new StoredBookmarks(store);
  expect(await bookmarks.save(ADA, aBookmarkOf())).toEqual({ ok: false, error: { kind: 'blocked' } });
  expect(await bookmarks.list(ADA)).toEqual({ ok: true, value: [] });
});

test.each([
  ['text that is not JSON', '{'],
  ['another shape', JSON.stringify({ listener: 'ada', value: { id: 'x' } })],
  [
    'half a character in an id',
    JSON.stringify({ listener: 'ada', value: { ...aBookmarkOf(), page: '\ud800' } }),
  ],
  [
    'a position before the start',
    JSON.stringify({ listener: 'ada', value: { ...aBookmarkOf(), position: -1 } }),
  ],
  ['a bookmark of another listener', JSON.stringify({ listener: 'bob', value: aBookmarkOf() })],
])('%s is left out, and stays stored for a newer version', async (_, text) => {
  const store = new MemoryKeyValueStore();
  store.set('bookmark.ada/one', text);
  expect(await new StoredBookmarks(store).list(ADA)).toEqual({ ok: true, value: [] });
  expect(store.get('bookmark.ada/one')).toBe(text);
});

test('storage that another tab has cleared counts as a change', () => {
  const store = new MemoryKeyValueStore();
  let changes = 0;
  new StoredBookmarks(store).changedElsewhere.subscribe(() => {
    changes += 1;
  });
  store.inAnotherTab().set('settings.player', '{}');
  expect(changes).toBe(0);
  store.inAnotherTab().clearEverything();
  expect(changes).toBe(1);
});
