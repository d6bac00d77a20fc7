import { describe, expect, test } from 'vitest';

import { userId } from '../../../src/domain/account/user.ts';
import { bookmarkId, LONGEST_NOTE, type Bookmark } from '../../../src/domain/bookmarks/bookmark.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import type { BookmarkFailure, BookmarkStore } from '../../../src/ports/stored-positions.ts';

/** A store of bookmarks, opened by two tabs. */
export type BookmarkStoreFixture = {
  readonly store: BookmarkStore;
  readonly elsewhere: BookmarkStore;
  /** Makes every change of `store` fail from now on. Returns the kind of the failure. */
  fail(): BookmarkFailure['kind'];
  /** Waits until the condition is true. */
  settle(condition: () => boolean): Promise<void>;
};

const ADA = userId('ada');
/** The id of the first listener is the beginning of this one. */
const ADAM = userId('adam/bookmark.x%2F');

const BOOKMARK: Bookmark = {
  id: bookmarkId('page-1.1'),
  audio: contentId('podcast'),
  page: contentId('podcast'),
  title: 'A Podcast',
  imageUrl: '/media/covers/podcast.jpg',
  track: trackId('episode-7'),
  contentId: contentId('episode-7'),
  trackTitle: 'Episode 7',
  position: seconds(754.25),
  link: { chapter: 7, second: seconds(754.25) },
  note: 'A note\nin two lines, with “quotes” and 🎧',
  createdAt: instant(1_000),
};

const OTHER: Bookmark = {
  ...BOOKMARK,
  id: bookmarkId('page-2.1'),
  imageUrl: null,
  trackTitle: null,
  link: null,
  note: '',
};

const idsIn = async (store: BookmarkStore, listener = ADA): Promise<readonly string[]> => {
  const listed = await store.list(listener);
  return listed.ok ? listed.value.map(({ id }) => id).toSorted() : [];
};

/** The tests that every adapter of the bookmark store must pass. */
export const describeBookmarkStore = (name: string, make: () => BookmarkStoreFixture): void => {
  describe(`${name} is a BookmarkStore`, () => {
    test('stores bookmarks with all their fields, for every tab (BOOK-7)', async () => {
      const { store, elsewhere } = make();
      expect(await store.list(ADA)).toEqual({ ok: true, value: [] });
      expect((await store.save(ADA, BOOKMARK)).ok).toBe(true);
      expect(await elsewhere.list(ADA)).toEqual({ ok: true, value: [BOOKMARK] });
      await store.save(ADA, OTHER);
      expect(await idsIn(elsewhere)).toEqual([BOOKMARK.id, OTHER.id]);
    });

    test('stores the longest note', async () => {
      const { store, elsewhere } = make();
      const long = { ...BOOKMARK, note: '🎧'.repeat(LONGEST_NOTE) };
      await store.save(ADA, long);
      expect(await elsewhere.list(ADA)).toEqual({ ok: true, value: [long] });
    });

    test('replaces the bookmark with the same id', async () => {
      const { store, elsewhere } = make();
      await store.save(ADA, BOOKMARK);
      await elsewhere.save(ADA, { ...BOOKMARK, note: 'Another note' });
      expect(await store.list(ADA)).toEqual({ ok: true, value: [{ ...BOOKMARK, note: 'Another note' }] });
    });

    test('loses nothing if two tabs change different bookmarks (BOOK-7)', async () => {
      const { store, elsewhere } = make();
      await Promise.all([store.save(ADA, BOOKMARK), elsewhere.save(ADA, OTHER)]);
      expect(await idsIn(store)).toEqual([BOOKMARK.id, OTHER.id]);
      const third = { ...OTHER, id: bookmarkId('page-3.1') };
      await Promise.all([store.delete(ADA, BOOKMARK.id), elsewhere.save(ADA, third)]);
      expect(await idsIn(elsewhere)).toEqual([OTHER.id, third.id]);
    });

    test('deletes one bookmark, and none if the id is unknown', async () => {
      const { store } = make();
      await store.save(ADA, BOOKMARK);
      await store.save(ADA, OTHER);
      expect((await store.delete(ADA, BOOKMARK.id)).ok).toBe(true);
      expect((await store.delete(ADA, bookmarkId('unknown'))).ok).toBe(true);
      expect(await idsIn(store)).toEqual([OTHER.id]);
    });

    test('shows a listener only their own bookmarks (BOOK-7)', async () => {
      const { store } = make();
      await store.save(ADA, BOOKMARK);
      await store.save(ADAM, OTHER);
      expect(await idsIn(store)).toEqual([BOOKMARK.id]);
      expect(await idsIn(store, ADAM)).toEqual([OTHER.id]);
      await store.delete(ADAM, BOOKMARK.id);
      expect(await idsIn(store)).toEqual([BOOKMARK.id]);
    });

    test('deletes everything of one listener (BOOK-7)', async () => {
      const { store } = make();
      await store.save(ADA, BOOKMARK);
      await store.save(ADA, OTHER);
      await store.save(ADAM, OTHER);
      store.deleteAllOf(ADA);
      expect(await idsIn(store)).toEqual([]);
      expect(await idsIn(store, ADAM)).toEqual([OTHER.id]);
    });

    test('says that another tab has changed something', async () => {
      const { store, elsewhere, settle } = make();
      let changes = 0;
      store.changedElsewhere.subscribe(() => {
        changes += 1;
      });
      await elsewhere.save(ADA, BOOKMARK);
      await settle(() => changes > 0);
      const before = changes;
      await elsewhere.delete(ADA, BOOKMARK.id);
      await settle(() => changes > before);
      expect(changes).toBeGreaterThan(before);
    });

    test('fails by name if nothing can be stored, and keeps what was stored', async () => {
      const { store, elsewhere, fail } = make();
      await store.save(ADA, BOOKMARK);
      const kind = fail();
      const longer = { ...BOOKMARK, note: `${BOOKMARK.note}, and more` };
      expect(await store.save(ADA, longer)).toEqual({
        ok: false,
        error: { kind },
      });
      expect(await elsewhere.list(ADA)).toEqual({ ok: true, value: [BOOKMARK] });
    });
  });
};
