import { describe, expect, test } from 'vitest';

import { userId } from '../../../src/domain/account/user.ts';
import { contentId, ContentType, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import type { Download } from '../../../src/domain/downloads/download.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { ALWAYS, instant, seconds } from '../../../src/domain/time.ts';
import type { DownloadList } from '../../../src/ports/downloads.ts';

/** A list in the browser's storage. */
export type DownloadListFixture = {
  readonly list: DownloadList;
  /** The same list in another tab. */
  readonly elsewhere: DownloadList;
  /** Makes every later write fail. */
  fill(): void;
  /** Blocks the storage if `isBlocked` is true, and otherwise unblocks it. */
  setBlocked(isBlocked: boolean): void;
};

const ADA = userId('ada');
const BOB = userId('bob');

const item = (id: string): ContentItem => ({
  id: contentId(id),
  contentId: null,
  title: `Title ${id}`,
  description: 'What it is about',
  imageUrl: '/covers/1.svg',
  type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
  runTime: seconds(120),
  chapters: [{ title: 'One', url: '/one.mp3', index: 1, runTime: seconds(60.5), transcripts: [] }],
  tracks: [],
  authors: [],
  categories: ['Sleep'],
  topics: [],
  validity: { from: instant(1_000), till: 'absent' },
  listenFree: false,
  listenFreeWindow: ALWAYS,
  hasListenFreeContent: true,
  isPurchased: false,
  isFavorite: true,
  discount: { price: 0, window: ALWAYS },
  index: null,
  dayNumber: null,
  publishedAt: null,
  season: null,
  narrators: [],
  editions: [],
  series: [],
  published: null,
  language: null,
  url: null,
  pdfUrl: null,
  transcripts: [],
  matches: [],
  progress: { position: seconds(3), chapterIndex: 1 },
});

/** A download of the title `id`, with a track in every state. */
const download = (id: string, listener = ADA, requestedAt = 1_000): Download => ({
  listener,
  item: item(id),
  children: [item(`${id}-child`)],
  tracks: [
    { id: trackId(`${id}_1`), src: '/one.mp3', state: { kind: 'downloaded', bytes: 12, at: instant(5) } },
    { id: trackId(`${id}_2`), src: '/two.mp3', state: { kind: 'waiting' } },
    { id: trackId(`${id}_3`), src: '/three.mp3', state: { kind: 'failed', reason: 'full' } },
  ],
  requestedAt: instant(requestedAt),
});

/** The tests that every adapter of the list of downloads must pass. */
export const describeDownloadList = (name: string, make: () => DownloadListFixture): void => {
  describe(`${name} is a DownloadList`, () => {
    test('returns what was saved, newest first, also in another tab', () => {
      const { list, elsewhere } = make();
      expect(list.downloads(ADA)).toEqual([]);
      expect(list.save(download('old', ADA, 1_000)).ok).toBe(true);
      expect(list.save(download('new', ADA, 2_000)).ok).toBe(true);
      const expected = [download('new', ADA, 2_000), download('old', ADA, 1_000)];
      expect(list.downloads(ADA)).toEqual(expected);
      expect(elsewhere.downloads(ADA)).toEqual(expected);
    });

    test('replaces the download of the same title', () => {
      const { list } = make();
      list.save(download('book'));
      const changed = { ...download('book'), tracks: download('book').tracks.slice(1) };
      list.save(changed);
      expect(list.downloads(ADA)).toEqual([changed]);
    });

    test('deletes one title, and nothing else', () => {
      const { list } = make();
      for (const id of ['book', 'book.2']) list.save(download(id));
      list.save(download('book', BOB));
      list.delete(ADA, contentId('book'));
      expect(list.downloads(ADA).map((each) => each.item.id)).toEqual(['book.2']);
      expect(list.downloads(BOB)).toHaveLength(1);
    });

    test('shows no listener the downloads and the settings of another', () => {
      const { list } = make();
      const similar = userId('ada.x');
      list.save(download('book', similar));
      list.saveSettings(similar, { removesHeard: true, contactAt: instant(7), refusedToKeep: true });
      expect(list.downloads(ADA)).toEqual([]);
      expect(list.settings(ADA)).toEqual({ removesHeard: false, contactAt: null, refusedToKeep: false });
    });

    test('stores settings for each listener', () => {
      const { list, elsewhere } = make();
      const settings = { removesHeard: true, contactAt: instant(42), refusedToKeep: true };
      expect(list.saveSettings(ADA, settings).ok).toBe(true);
      expect(elsewhere.settings(ADA)).toEqual(settings);
    });

    test('deletes everything of one listener, and nothing of another', () => {
      const { list } = make();
      const similar = userId('ada.x');
      for (const listener of [ADA, BOB, similar]) {
        list.save(download('book', listener));
        list.saveSettings(listener, { removesHeard: true, contactAt: null, refusedToKeep: false });
      }
      list.deleteAllOf(ADA);
      expect(list.downloads(ADA)).toEqual([]);
      expect(list.settings(ADA).removesHeard).toBe(false);
      for (const listener of [BOB, similar]) {
        expect(list.downloads(listener)).toHaveLength(1);
        expect(list.settings(listener).removesHeard).toBe(true);
      }
    });

    test('tells other tabs of a change, and not its own', () => {
      const { list, elsewhere } = make();
      let here = 0;
      let there = 0;
      list.changedElsewhere.subscribe(() => (here += 1));
      elsewhere.changedElsewhere.subscribe(() => (there += 1));
      list.save(download('book'));
      expect(there).toBe(1);
      list.delete(ADA, contentId('book'));
      expect(there).toBe(2);
      expect(here).toBe(0);
    });

    test('says that there is no room, and stores nothing then', () => {
      const { list, fill } = make();
      list.save(download('book'));
      fill();
      expect(list.save(download('other'))).toEqual({ ok: false, error: { kind: 'full' } });
      expect(list.downloads(ADA)).toEqual([download('book')]);
      expect(list.isReadable()).toBe(true);
    });

    test('cannot be read while the storage is blocked, and is complete afterwards', () => {
      const { list, setBlocked } = make();
      list.save(download('book'));
      expect(list.isReadable()).toBe(true);
      setBlocked(true);
      expect(list.isReadable()).toBe(false);
      expect(list.downloads(ADA)).toEqual([]);
      expect(list.save(download('other'))).toEqual({ ok: false, error: { kind: 'blocked' } });
      setBlocked(false);
      expect(list.isReadable()).toBe(true);
      expect(list.downloads(ADA)).toEqual([download('book')]);
    });
  });
};
