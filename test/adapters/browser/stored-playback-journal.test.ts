// Proves PROG-15.
import { describe, expect, test } from 'vitest';

import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { StoredPlaybackJournal } from '../../../src/adapters/browser/stored-playback-journal.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { pageId } from '../../../src/domain/progress/position.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { userId } from '../../../src/domain/account/user.ts';
import type { JournalChange } from '../../../src/ports/playback-journal.ts';
import { describePlaybackJournal } from '../../contract/playback/playback-journal.ts';

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

  test('ignores forged and outdated entries', () => {
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

  test.each([
    ['nothing', { base: null, heldNothing: true }],
    ['unknown', { base: null }],
    [{ chapterIndex: 1, position: 3 }, { base: { chapterIndex: 1, position: 3 } }],
  ])('reads %o from a position that an older version saved', (base, older) => {
    const store = new MemoryKeyValueStore();
    const position = positionIn('book', 1);
    const { unconfirmed, ...known } = position;
    expect(unconfirmed).toEqual([]);
    store.set('journal.place.book', JSON.stringify({ ...known, ...older }));
    expect(new StoredPlaybackJournal(store).position(position.contentId)).toEqual({ ...position, base });
  });

  test.each([
    [undefined, { base: 'unknown', unconfirmed: [] }],
    [[], { base: 'nothing', unconfirmed: [] }],
    [
      [20, 30],
      {
        base: { chapterIndex: null, position: 20 },
        unconfirmed: [{ chapterIndex: null, position: 30, at: 1 }],
      },
    ],
  ])('reads %j from a report that an older version stored', (held, possible) => {
    const store = new MemoryKeyValueStore();
    const report = {
      id: 'page.1',
      listener: 'ada',
      page: 'page',
      at: 1,
      playback: { id: 'book', contentType: 1, speed: 1, lastPosition: 50_000 },
      royalty: null,
      isRoyaltyTried: false,
    };
    const positions = held?.map((position) => ({ chapterIndex: null, position }));
    store.set('journal.report.page.1', JSON.stringify({ ...report, held: positions }));
    const read = new StoredPlaybackJournal(store).report('page.1');
    expect(read).toEqual({ ...report, ...possible, unanswered: 1 });
  });

  test('deletes the oldest position when there are too many', () => {
    const journal = new StoredPlaybackJournal(new MemoryKeyValueStore());
    for (let title = 0; title <= 200; title += 1)
      journal.savePosition(positionIn(`title-${title}`, 1_000 + title));
    expect(journal.positions()).toHaveLength(200);
    expect(journal.position(contentId('title-0'))).toBeNull();
    expect(journal.position(contentId('title-200'))).not.toBeNull();
  });
});
