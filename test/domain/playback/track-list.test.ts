import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorId, contentId, type ContentItem, ContentType } from '../../../src/domain/catalogue/content.ts';
import { decidePlay, isLocked } from '../../../src/domain/entitlement/play-decision.ts';
import { ALWAYS, instant, seconds } from '../../../src/domain/time.ts';
import {
  buildPlaylist,
  formatTracks,
  trackSource,
  updatedItem,
  updatedTracks,
} from '../../../src/domain/playback/track.ts';
import { aChildItem, aContentItem, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { aUser } from '../../arbitraries/user.ts';
import { law } from 'audio-streaming-laws/laws';

const fetchedItems = (): fc.Arbitrary<readonly ContentItem[]> => fc.array(aChildItem(), { maxLength: 6 });

const author = { id: authorId('1'), name: 'Ada' };
const item = (changes: Partial<ContentItem>): ContentItem => ({ ...PLAIN_ITEM, ...changes });
const child = (id: string, changes: Partial<ContentItem> = {}): ContentItem =>
  item({ id: contentId(id), url: `/media/audio/${id}.mp3`, ...changes });

describe('where tracks come from', () => {
  test.each([
    ['a podcast', item({ type: ContentType.PODCAST, tracks: [child('2')] }), 'episodes'],
    ['an audiobook with chapters', item({ type: ContentType.AUDIOBOOK_WITH_CHAPTERS }), 'chapters'],
    [
      'a collection with tracks',
      item({ type: ContentType.CURATED_COLLECTION, tracks: [child('2')] }),
      'own-tracks',
    ],
    ['a collection without', item({ type: ContentType.CURATED_COLLECTION }), 'collection-tracks'],
    ['an audiobook', item({ type: ContentType.AUDIOBOOK, tracks: [child('2')] }), 'self'],
    ['an episode', item({ type: ContentType.PODCAST_EPISODE }), 'self'],
    ['a collection track', item({ type: ContentType.COLLECTION_TRACK }), 'self'],
    ['anything else', item({ type: ContentType.DEFAULT }), 'self'],
  ] as const)('%s (PLAY-2, PLAY-3, PLAY-4, PLAY-5)', (_, what, source) => {
    expect(trackSource(what)).toBe(source);
  });
});

describe('formatted tracks', () => {
  law('every track has an address', [aContentItem(), fetchedItems()], (what, fetched) => {
    expect(formatTracks(what, fetched).filter((track) => track.src === '')).toEqual([]);
  });

  law('no id is repeated (PLAY-7)', [aContentItem(), fetchedItems()], (what, fetched) => {
    const ids = formatTracks(what, fetched).map((track) => track.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  law('the order is the order sent (PLAY-7)', [fetchedItems()], (fetched) => {
    const podcast = item({ type: ContentType.PODCAST });
    const indexes = formatTracks(podcast, fetched).map((track) =>
      fetched.findIndex((one) => one.id === String(track.id) && one.url === track.src),
    );
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
    expect(indexes).not.toContain(-1);
  });

  law('no track with an address is lost (PLAY-7)', [fetchedItems()], (fetched) => {
    const podcast = item({ type: ContentType.PODCAST });
    const audible = fetched.filter((one) => one.url !== null && one.url !== '').map((one) => String(one.id));
    const ids = formatTracks(podcast, fetched).map((track) => String(track.id));
    expect(new Set(ids)).toEqual(new Set(audible));
  });

  law('formatting repeated items changes nothing', [aContentItem(), fetchedItems()], (what, fetched) => {
    expect(formatTracks(what, [...fetched, ...fetched])).toEqual(formatTracks(what, fetched));
  });

  law(
    'fetched items count only if the type of the item needs them',
    [aContentItem(), fetchedItems()],
    (what, fetched) => {
      if (['self', 'chapters', 'own-tracks'].includes(trackSource(what))) {
        expect(formatTracks(what, fetched)).toEqual(formatTracks(what, []));
      }
    },
  );

  law(
    'a chapter has the content id of its book, and the chapter in its own id (PLAY-6)',
    [aContentItem()],
    (drawn) => {
      const book = { ...drawn, type: ContentType.AUDIOBOOK_WITH_CHAPTERS };
      for (const track of formatTracks(book, [])) {
        expect(track.contentId).toBe(book.id);
        expect(track.id).toBe(`${book.id}_${track.chapterIndex}`);
      }
    },
  );

  law(
    'any other track has the id of its content (PLAY-6)',
    [aContentItem(), fetchedItems()],
    (drawn, fetched) => {
      const podcast = { ...drawn, type: ContentType.PODCAST };
      for (const track of formatTracks(podcast, fetched)) {
        expect(String(track.id)).toBe(track.contentId);
        expect(track.chapterIndex).toBeNull();
      }
    },
  );

  law(
    'a listener who bought a podcast or a collection can play all of it at every instant (PLAY-9)',
    [aContentItem(), fetchedItems(), anInstant()],
    (drawn, fetched, now) => {
      const tracks = formatTracks({ ...drawn, isPurchased: true }, fetched);
      expect(buildPlaylist(tracks, now)).toEqual(tracks);
    },
  );

  law(
    'only purchased tracks of a locked item are in a playlist',
    [aContentItem(), fetchedItems(), anInstant()],
    (what, fetched, now) => {
      if (!isLocked(what, now)) return;
      const playlist = buildPlaylist(formatTracks(what, fetched), now);
      expect(playlist.filter((track) => !track.isPurchased)).toEqual([]);
    },
  );

  law(
    'an item that is its own track is in its playlist unless the decision is `nothing`',
    [aUser(), aContentItem(), anInstant()],
    (user, drawn, now) => {
      const single = { ...drawn, type: ContentType.AUDIOBOOK, url: '/media/audio/1.mp3' };
      const decision = decidePlay(user, single, now);
      expect(buildPlaylist(formatTracks(single, []), now)).toHaveLength(decision.kind === 'nothing' ? 0 : 1);
    },
  );

  test('a single item is its own and only track (PLAY-5)', () => {
    const validity = { from: instant(1), till: instant(2) };
    const single = item({
      id: contentId('9'),
      description: 'Calm.',
      imageUrl: '/c.svg',
      runTime: seconds(61),
      listenFree: true,
      dayNumber: 4,
      publishedAt: instant(7),
      season: 2,
      validity,
    });
    expect(formatTracks(single, [child('2')])).toEqual([
      {
        id: '9',
        contentId: '9',
        chapterIndex: null,
        title: 'The Quiet Hour',
        src: '/media/audio/1.mp3',
        index: 1,
        imageUrl: '/c.svg',
        authors: [],
        contentType: ContentType.AUDIOBOOK,
        runTime: 61,
        description: 'Calm.',
        listenFree: true,
        dayNumber: 4,
        publishedAt: 7,
        season: 2,
        progress: null,
        contentWindow: validity,
        ownWindow: ALWAYS,
        isPurchased: false,
        transcripts: [],
      },
    ]);
  });

  test('a chapter has its own title, address and run time, and the rest from its book', () => {
    const validity = { from: instant(1), till: instant(2) };
    const book = item({
      id: contentId('9'),
      type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
      description: 'A book.',
      imageUrl: '/c.svg',
      dayNumber: 3,
      listenFree: true,
      isPurchased: true,
      validity,
      chapters: [
        { title: 'Two', url: '/2.mp3', index: 2, runTime: seconds(5), transcripts: [] },
        { title: 'Silent', url: '', index: 1, runTime: null, transcripts: [] },
        { title: 'Two again', url: '/2b.mp3', index: 2, runTime: null, transcripts: [] },
      ],
    });
    expect(formatTracks(book, [])).toEqual([
      {
        id: '9_2',
        contentId: '9',
        chapterIndex: 2,
        title: 'Two',
        src: '/2.mp3',
        index: 2,
        imageUrl: '/c.svg',
        authors: [],
        contentType: ContentType.AUDIOBOOK_WITH_CHAPTERS,
        runTime: 5,
        description: 'A book.',
        listenFree: true,
        dayNumber: 3,
        publishedAt: null,
        season: null,
        progress: null,
        contentWindow: validity,
        ownWindow: ALWAYS,
        isPurchased: true,
        transcripts: [],
      },
    ]);
  });

  test.each([ContentType.PODCAST, ContentType.CURATED_COLLECTION])(
    'a child of type %j takes missing values from its parent (PLAY-9)',
    (type) => {
      const own = { from: instant(1), till: instant(2) };
      const parent = item({ type, imageUrl: '/parent.svg', authors: [author] });
      const named = { id: authorId('2'), name: 'Bo' };
      const [bare, full] = formatTracks(parent, [
        child('2', { validity: own }),
        child('3', { imageUrl: '/own.svg', authors: [named], index: 40, isPurchased: true }),
      ]);
      expect(bare).toMatchObject({
        imageUrl: '/parent.svg',
        authors: parent.authors,
        index: 1,
        isPurchased: false,
      });
      expect(bare).toMatchObject({ contentWindow: ALWAYS, ownWindow: own });
      expect(full).toMatchObject({ imageUrl: '/own.svg', authors: [named], index: 40, isPurchased: true });
    },
  );

  test("a collection's own tracks are numbered from 1 if they have no index (PLAY-8)", () => {
    const collection = item({ type: ContentType.CURATED_COLLECTION, tracks: [child('2'), child('3')] });
    expect(formatTracks(collection, [child('4')]).map((track) => [track.id, track.index])).toEqual([
      ['2', 1],
      ['3', 2],
    ]);
  });

  test('a hundred thousand episodes, each sent twice, are listed once and in order', () => {
    const once = Array.from({ length: 50_000 }, (_, at) => child(`e${at}`));
    const tracks = formatTracks(item({ type: ContentType.PODCAST }), [...once, ...once]);
    expect(tracks).toHaveLength(50_000);
    expect(tracks.every((track, at) => track.id === `e${at}`)).toBe(true);
  });

  test('an item without an address has no track (PLAY-7)', () => {
    expect(formatTracks(item({ url: null }), [])).toEqual([]);
  });
});

describe('a newer version of an item', () => {
  const book = item({
    id: contentId('book'),
    type: ContentType.AUDIOBOOK_WITH_CHAPTERS,
    url: '/book.mp3',
    pdfUrl: '/book.pdf',
    chapters: [{ title: 'One', url: '/1.mp3', index: 1, runTime: seconds(1), transcripts: [] }],
    tracks: [child('2')],
  });

  law('has the new values, and keeps the parts that were not sent (PLAY-11)', [aContentItem()], (now) => {
    const updated = updatedItem(book, now);
    expect(updated.chapters).toEqual(now.chapters.length > 0 ? now.chapters : book.chapters);
    expect(updated.tracks).toEqual(now.tracks.length > 0 ? now.tracks : book.tracks);
    expect([updated.url, updated.pdfUrl]).toEqual([now.url ?? book.url, now.pdfUrl ?? book.pdfUrl]);
    expect(updated).toEqual({ ...now, ...updated });
    expect([updated.isPurchased, updated.validity, updated.isFavorite]).toEqual([
      now.isPurchased,
      now.validity,
      now.isFavorite,
    ]);
  });

  law(
    'has the same tracks as an item that is opened again',
    [aContentItem(), fetchedItems(), aContentItem()],
    (before, fetched, { validity, isPurchased }) => {
      const own = { ...before, isPurchased: false };
      const now = { ...own, validity, isPurchased };
      expect(updatedTracks(formatTracks(own, fetched), now)).toEqual(formatTracks(now, fetched));
    },
  );

  test('that is no longer purchased keeps only the parts that were purchased themselves', () => {
    const podcast = item({ id: contentId('p'), type: ContentType.PODCAST });
    const tracks = formatTracks(podcast, [child('own', { isPurchased: true }), child('other')]);
    expect(updatedTracks(tracks, podcast).map(({ isPurchased }) => isPurchased)).toEqual([true, false]);
    const bought = formatTracks({ ...book, isPurchased: true }, []);
    expect(updatedTracks(bought, book).map(({ isPurchased }) => isPurchased)).toEqual([false]);
  });

  test('a title that plays itself is no longer purchased when its purchase ends', () => {
    const story = item({ id: contentId('s'), url: '/media/audio/s.mp3' });
    const bought = formatTracks({ ...story, isPurchased: true }, []);
    expect(updatedTracks(bought, story).map(({ isPurchased }) => isPurchased)).toEqual([false]);
  });
});
