import { describe, expect, test } from 'vitest';
import { StoredDownloadList } from '../../../src/adapters/browser/stored-download-list.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { describeDownloadList } from '../../contract/playback/download-list.ts';

describeDownloadList('StoredDownloadList', () => {
  const store = new MemoryKeyValueStore();
  const list = new StoredDownloadList(store);
  return {
    list,
    elsewhere: new StoredDownloadList(store.inAnotherTab()),
    fill: () => {
      store.isFull = true;
    },
    setBlocked: (isBlocked) => {
      store.isBlocked = isBlocked;
    },
  };
});

describe('StoredDownloadList', () => {
  test.each(['', 'null', '{}', '{"listener":"ada","item":{},"tracks":[]}', '[1', '{"listener":"bob"}'])(
    'an entry that cannot be read counts as absent (%j)',
    (text) => {
      const store = new MemoryKeyValueStore();
      store.set('download.title.ada.book', text);
      store.set('download.settings.ada.', text);
      const list = new StoredDownloadList(store);
      expect(list.downloads(userId('ada'))).toEqual([]);
      expect(list.settings(userId('ada'))).toEqual({
        removesHeard: false,
        contactAt: null,
        refusedToKeep: false,
      });
    },
  );

  test('reads settings of an older version', () => {
    const store = new MemoryKeyValueStore();
    store.set('download.settings.ada.', '{"removesHeard":true,"contactAt":7}');
    const settings = new StoredDownloadList(store).settings(userId('ada'));
    expect(settings).toEqual({ removesHeard: true, contactAt: 7, refusedToKeep: false });
  });
});
