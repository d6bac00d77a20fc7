import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import {
  linkedTrackPosition,
  positionQuery,
  readPosition,
  shareLink,
} from '../../../src/domain/playback/share-link.ts';
import type { LinkedPosition } from '../../../src/domain/playback/share-link.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aTrackList, PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from '../laws.ts';

const number = () => fc.option(fc.nat({ max: 999_999_999 }), { nil: null });

const aPlace = (): fc.Arbitrary<LinkedPosition> =>
  fc
    .tuple(number(), number())
    .filter(([chapter, second]) => chapter !== null || second !== null)
    .map(([chapter, second]) => ({ chapter, second: second === null ? null : seconds(second) }));

const ORIGIN = 'https://listen.example';

describe('links that carry a place', () => {
  law('what is written is read back', [aPlace()], (place) => {
    expect(readPosition(positionQuery(place))).toEqual(place);
  });

  law(
    'an address stays on its origin and its page, whatever the id',
    [fc.string(), aPlace()],
    (id, place) => {
      fc.pre(id.isWellFormed() && id !== '' && id !== '.' && id !== '..');
      const url = new URL(shareLink(ORIGIN, contentId(id), place));
      expect(url.origin).toBe(ORIGIN);
      expect(decodeURIComponent(url.pathname)).toBe(`/audios/${id}`);
      expect(readPosition(Object.fromEntries(url.searchParams))).toEqual(place);
    },
  );

  law('text that is no whole number names no place', [fc.string()], (text) => {
    fc.pre(!/^\d{1,9}$/.test(text));
    expect(readPosition({ chapter: text, t: text })).toBeNull();
  });

  test('reads chapter and second', () => {
    expect(readPosition({ chapter: '3', t: '125' })).toEqual({ chapter: 3, second: 125 });
    expect(readPosition({ t: '125' })).toEqual({ chapter: null, second: 125 });
    expect(readPosition({ chapter: '3', t: '-5' })).toEqual({ chapter: 3, second: null });
    expect(readPosition({})).toBeNull();
  });

  law(
    'a linked place is one of the playlist, with something left to hear',
    [aTrackList(), aPlace()],
    (tracks, place) => {
      const spot = linkedTrackPosition(tracks, place);
      if (spot === null) {
        if (place.chapter === null) expect(tracks).toHaveLength(0);
        else expect(tracks.map(({ index }) => index)).not.toContain(place.chapter);
        return;
      }
      const track = tracks[spot.index];
      if (place.chapter !== null) expect(track?.index).toBe(place.chapter);
      expect([0, place.second ?? 0]).toContain(spot.position);
      if (spot.position > 0 && track?.runTime) expect(spot.position).toBeLessThan(track.runTime);
    },
  );

  law('every track of a playlist can be linked to', [aTrackList()], (tracks) => {
    for (const { index } of tracks) {
      const spot = linkedTrackPosition(tracks, { chapter: index, second: null });
      expect(tracks[spot?.index ?? -1]?.index).toBe(index);
    }
  });

  test('writes them as the product does', () => {
    expect(shareLink(ORIGIN, contentId('book 1'), { chapter: 3, second: seconds(125.9) })).toBe(
      'https://listen.example/audios/book%201?chapter=3&t=125',
    );
    expect(shareLink(ORIGIN, contentId('book'), null)).toBe('https://listen.example/audios/book');
  });
});

describe('a linked position in a playlist', () => {
  const tracks = [
    { ...PLAIN_TRACK, index: 1, runTime: seconds(100) },
    { ...PLAIN_TRACK, index: 2, runTime: null },
  ];
  const linked = (chapter: number | null, second: number | null) =>
    linkedTrackPosition(tracks, { chapter, second: second === null ? null : seconds(second) });

  test('is the start of the track without a second', () => {
    expect(linked(2, null)).toEqual({ index: 1, position: 0 });
  });

  test('is the first track without a chapter', () => {
    expect(linked(null, 30)).toEqual({ index: 0, position: 30 });
  });

  test('is the start of the track from its last second on', () => {
    expect(linked(1, 98)).toEqual({ index: 0, position: 98 });
    expect(linked(1, 99)).toEqual({ index: 0, position: 0 });
    expect(linked(1, 100)).toEqual({ index: 0, position: 0 });
  });

  test('is any second of a track whose length is unknown', () => {
    expect(linked(2, 5_000)).toEqual({ index: 1, position: 5_000 });
  });

  test('writes only the values that are there', () => {
    expect(positionQuery({ chapter: null, second: seconds(5) })).toEqual({ t: '5' });
    expect(positionQuery({ chapter: 3, second: null })).toEqual({ chapter: '3' });
  });
});
