import { describe, expect, test, vi } from 'vitest';
import { StoredBookmarks, StoredHistory } from '../../../src/adapters/browser/stored-title-positions.ts';
import { StoredDownloadList } from '../../../src/adapters/browser/stored-download-list.ts';
import { StoredPlaybackJournal } from '../../../src/adapters/browser/stored-playback-journal.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { userId } from '../../../src/domain/account/user.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { pageId } from '../../../src/domain/progress/position.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import type { JournalChange } from '../../../src/ports/stored-positions.ts';
import { aBookmarkOf, anEntryOf } from '../../application/stored-positions.ts';
import { describeBookmarkStore } from '../../contract/playback/bookmark-store.ts';
import { describeDownloadList } from '../../contract/playback/download-list.ts';
import { describeHistoryStore } from '../../contract/playback/history-store.ts';
import { describePlaybackJournal } from '../../contract/playback/playback-journal.ts';

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
});

describeHistoryStore('StoredHistory', () => {
  const store = new MemoryKeyValueStore();
  return {
    store: new StoredHistory(store),
    reopened: () => new StoredHistory(store.inAnotherTab()),
    fill: () => {
      store.isFull = true;
    },
  };
});

test('says that another tab has changed an entry', () => {
  const store = new MemoryKeyValueStore();
  let changes = 0;
  new StoredHistory(store).changed.subscribe(() => {
    changes += 1;
  });
  const tab = store.inAnotherTab();
  tab.set('settings.player', '{}');
  expect(changes).toBe(0);
  new StoredHistory(tab).save(ADA, anEntryOf());
  expect(changes).toBe(1);
  tab.clearEverything();
  expect(changes).toBe(2);
});

test.each([
  ['text that is not JSON', '{'],
  ['another shape', JSON.stringify({ listener: 'ada', value: { id: 'x' } })],
  ['an unknown reason', JSON.stringify({ listener: 'ada', value: { ...anEntryOf(), stop: 'forged' } })],
  ['an entry of another listener', JSON.stringify({ listener: 'bob', value: anEntryOf() })],
])('%s counts as absent (PROG-15)', (_, text) => {
  const store = new MemoryKeyValueStore();
  store.set('history.ada/one', text);
  expect(new StoredHistory(store).entries(ADA)).toEqual([]);
});

describePlaybackJournal('StoredPlaybackJournal', () => {
  const store = new MemoryKeyValueStore();
  return {
    journal: new StoredPlaybackJournal(store),
    reopened: () => new StoredPlaybackJournal(store.inAnotherTab()),
    fill: () => {
      store.set = () => ({ ok: false, error: { kind: 'full' } });
    },
  };
});

const positionIn = (content: string, at: number) => ({
  listener: userId('ada'),
  page: pageId('page'),
  audio: contentId(content),
  contentId: contentId(content),
  track: trackId(content),
  chapterIndex: null,
  position: seconds(12),
  at: instant(at),
  chosenAt: instant(0),
  base: 'unknown' as const,
  unconfirmed: [],
});

describe('StoredPlaybackJournal', () => {
  test('says which reports and drafts another tab has changed', () => {
    const store = new MemoryKeyValueStore();
    const changes: JournalChange[] = [];
    new StoredPlaybackJournal(store).changed.subscribe((change) => changes.push(change));
    const other = store.inAnotherTab();
    for (const key of ['journal.draft.other', 'journal.report.other.1', 'journal.place.book', 'response:x'])
      other.set(key, '{}');
    expect(changes).toEqual([{ kind: 'draft', page: 'other' }, { kind: 'reports' }]);
  });

  test('deletes entries that cannot be read', () => {
    const store = new MemoryKeyValueStore();
    const journal = new StoredPlaybackJournal(store);
    const saved = positionIn('book', 1);
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"position":-1}',
      JSON.stringify({ ...saved, position: -1 }),
    ]) {
      store.set('journal.place.book', text);
      store.set('journal.report.x', text);
      expect(journal.position(saved.contentId)).toBeNull();
      expect(journal.reports()).toEqual([]);
    }
    expect(store.keys()).toEqual([]);
  });

  test('decodes an entry once while its text stays, and not at all if it wrote the text (PROG-81)', () => {
    const store = new MemoryKeyValueStore();
    const journal = new StoredPlaybackJournal(store);
    const later = new StoredPlaybackJournal(store);
    const position = positionIn('book', 1);
    const parses = vi.spyOn(JSON, 'parse');
    journal.savePosition(position);
    for (let times = 0; times < 3; times += 1) expect(journal.position(position.contentId)).toEqual(position);
    expect(parses).not.toHaveBeenCalled();
    for (let times = 0; times < 3; times += 1) expect(later.position(position.contentId)).toEqual(position);
    expect(parses).toHaveBeenCalledOnce();
    new StoredPlaybackJournal(store.inAnotherTab()).savePosition({ ...position, position: seconds(9) });
    expect(journal.position(position.contentId)?.position).toBe(9);
    parses.mockRestore();
  });

  test('reads what is stored, if the last entry could not be written', () => {
    const store = new MemoryKeyValueStore();
    const journal = new StoredPlaybackJournal(store);
    const position = positionIn('book', 1);
    journal.savePosition(position);
    store.isFull = true;
    expect(journal.savePosition({ ...position, position: seconds(1234.5678) }).ok).toBe(false);
    expect(journal.position(position.contentId)).toEqual(position);
  });

  test('deletes the oldest position when there are too many (PROG-15)', () => {
    const journal = new StoredPlaybackJournal(new MemoryKeyValueStore());
    for (let title = 0; title <= 200; title += 1)
      journal.savePosition(positionIn(`title-${title}`, 1_000 + title));
    expect(journal.positions()).toHaveLength(200);
    expect(journal.position(contentId('title-0'))).toBeNull();
    expect(journal.position(contentId('title-200'))).not.toBeNull();
  });
});
