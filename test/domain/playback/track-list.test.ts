// Proves PLAY-2, PLAY-3, PLAY-4, PLAY-5, PLAY-6, PLAY-7, PLAY-8, PLAY-9, PLAY-11.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorId, contentId, type ContentItem, ContentType } from '../../../src/domain/catalogue/content.ts';
import { decidePlay } from '../../../src/domain/entitlement/play-decision.ts';
import { ALWAYS, instant, seconds } from '../../../src/domain/time.ts';
import {
  buildPlaylist,
  formatTracks,
  trackSource,
  updatedItem,
  updatedTracks,
} from '../../../src/domain/playback/track-list.ts';
import { aChildItem, aContentItem, PLAIN_ITEM } from '../../arbitraries/content.ts';
import { anInstant } from '../../arbitraries/time.ts';
import { aUser } from '../../arbitraries/user.ts';
import { law } from '../laws.ts';

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
  ] as const)('%s', (_, what, source) => {
    expect(trackSource(what)).toBe(source);
  });
});

describe('formatted tracks', () => {
  law('no track with an address is lost', [fetchedItems()], (fetched) => {
    const podcast = item({ type: ContentType.PODCAST });
    const audible = fetched.filter((one) => one.url !== null && one.url !== '').map((one) => String(one.id));
    const ids = formatTracks(podcast, fetched).map((track) => String(track.id));
    expect(new Set(ids)).toEqual(new Set(audible));
  });

  law(
    'an item that is its own track is in its playlist unless the decision is `nothing`',
    [aUser(), aContentItem(), anInstant()],
    (user, drawn, now) => {
      const single = { ...drawn, type: ContentType.AUDIOBOOK, url: '/media/audio/1.mp3' };
      const decision = decidePlay(user, single, now);
      expect(buildPlaylist(formatTracks(single, []), now)).toHaveLength(decision.kind === 'nothing' ? 0 : 1);
    },
  );

  test.each([ContentType.PODCAST, ContentType.CURATED_COLLECTION])(
    'a child of type %j takes missing values from its parent',
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

  test("a collection's own tracks are numbered from 1 if they have no index", () => {
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

  law('has the new values, and keeps the parts that were not sent', [aContentItem()], (now) => {
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
