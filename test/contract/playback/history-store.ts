import { describe, expect, test } from 'vitest';

import { userId } from '../../../src/domain/account/user.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { HISTORY_LIMIT, historyEntryId, type HistoryEntry } from '../../../src/domain/history.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import type { HistoryStore } from '../../../src/ports/stored-positions.ts';

/** A history in the browser's storage. */
export type HistoryStoreFixture = {
  readonly store: HistoryStore;
  /** The same history, opened by the next page. */
  reopened(): HistoryStore;
  /** Fills the storage. */
  fill(): void;
};

const ADA = userId('ada');
/** The id of the first listener is the beginning of this one. */
const ADAM = userId('adam');

const POINT = {
  track: trackId('book_2'),
  contentId: contentId('book'),
  trackTitle: 'Chapter 2',
  position: seconds(12.25),
  at: instant(1_000),
};

const ENTRY: HistoryEntry = {
  id: historyEntryId('page-1.1'),
  audio: contentId('book'),
  page: contentId('book'),
  title: 'A Book',
  imageUrl: null,
  start: POINT,
  end: { ...POINT, position: seconds(72.25), at: instant(61_000) },
  stop: 'paused',
  isFromElsewhere: false,
};

const entryAt = (at: number, id = `page-2.${at}`): HistoryEntry => ({
  ...ENTRY,
  id: historyEntryId(id),
  start: { ...POINT, at: instant(at) },
});

/** The tests that every adapter of the history store must pass. */
export const describeHistoryStore = (name: string, make: () => HistoryStoreFixture): void => {
  describe(`${name} is a HistoryStore`, () => {
    test('stores entries with all their fields', () => {
      const { store, reopened } = make();
      expect(store.entries(ADA)).toEqual([]);
      expect(store.entry(ADA, ENTRY.id)).toBeNull();
      expect(store.save(ADA, ENTRY).ok).toBe(true);
      expect(reopened().entries(ADA)).toEqual([ENTRY]);
      expect(reopened().entry(ADA, ENTRY.id)).toEqual(ENTRY);
    });

    test('replaces the entry with the same id', () => {
      const { store, reopened } = make();
      store.save(ADA, ENTRY);
      const longer: HistoryEntry = { ...ENTRY, stop: 'sleep-timer', isFromElsewhere: true };
      store.save(ADA, longer);
      expect(reopened().entries(ADA)).toEqual([longer]);
    });

    test('lists the newest start first', () => {
      const { store, reopened } = make();
      for (const at of [5_000, 90_000, 7_000, 10_000]) store.save(ADA, entryAt(at));
      const starts = reopened()
        .entries(ADA)
        .map(({ start }) => start.at);
      expect(starts).toEqual([90_000, 10_000, 7_000, 5_000]);
    });

    test(`stores the newest ${HISTORY_LIMIT} entries of each listener`, () => {
      const { store, reopened } = make();
      store.save(ADAM, ENTRY);
      for (let count = 1; count <= HISTORY_LIMIT + 3; count += 1) store.save(ADA, entryAt(count * 1_000));
      // A renewed entry does not remove another one.
      store.save(ADA, entryAt((HISTORY_LIMIT + 3) * 1_000));
      const entries = reopened().entries(ADA);
      expect(entries).toHaveLength(HISTORY_LIMIT);
      expect(entries.at(-1)?.start.at, 'the oldest entry').toBe(4_000);
      expect(reopened().entry(ADA, entryAt(1_000).id)).toBeNull();
      expect(reopened().entries(ADAM), 'the other listener').toEqual([ENTRY]);
    });

    test('shows and deletes only what belongs to the listener', () => {
      const { store, reopened } = make();
      store.save(ADA, ENTRY);
      store.save(ADAM, entryAt(2_000));
      expect(reopened().entries(ADA)).toEqual([ENTRY]);
      expect(reopened().entry(ADAM, ENTRY.id)).toBeNull();
      store.deleteAllOf(ADA);
      expect(reopened().entries(ADA)).toEqual([]);
      expect(reopened().entries(ADAM)).toEqual([entryAt(2_000)]);
    });

    test('says that something was changed here', () => {
      const { store } = make();
      let changes = 0;
      store.changed.subscribe(() => {
        changes += 1;
      });
      store.save(ADA, ENTRY);
      expect(changes).toBe(1);
      store.deleteAllOf(ADA);
      expect(changes).toBe(2);
    });

    test('fails as full, and keeps what was stored', () => {
      const { store, reopened, fill } = make();
      store.save(ADA, ENTRY);
      fill();
      expect(store.save(ADA, entryAt(9_000))).toEqual({ ok: false, error: { kind: 'full' } });
      expect(reopened().entries(ADA)).toEqual([ENTRY]);
    });
  });
};
