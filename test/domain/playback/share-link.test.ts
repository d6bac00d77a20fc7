import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import {
  linkedTrackPosition,
  positionQuery,
  readPosition,
  shareLink,
  type LinkedPosition,
} from '../../../src/domain/playback/share-link.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aTrackList, PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from 'audio-streaming-laws/laws';

const number = () => fc.option(fc.nat({ max: 999_999_999 }), { nil: null });

const aLinkedPosition = (): fc.Arbitrary<LinkedPosition> =>
  fc
    .tuple(number(), number())
    .filter(([chapter, second]) => chapter !== null || second !== null)
    .map(([chapter, second]) => ({ chapter, second: second === null ? null : seconds(second) }));

const ORIGIN = 'https://listen.example';

describe('links with a position', () => {
  law('a written position is read back', [aLinkedPosition()], (position) => {
    expect(readPosition(positionQuery(position))).toEqual(position);
  });

  law(
    'an address stays on its origin and its page, whatever the id',
    [fc.string(), aLinkedPosition()],
    (id, position) => {
      fc.pre(id.isWellFormed() && id !== '' && id !== '.' && id !== '..');
      const url = new URL(shareLink(ORIGIN, contentId(id), position));
      expect(url.origin).toBe(ORIGIN);
      expect(decodeURIComponent(url.pathname)).toBe(`/audios/${id}`);
      expect(readPosition(Object.fromEntries(url.searchParams))).toEqual(position);
    },
  );

  law('text that is not a whole number is no position (PLAY-46)', [fc.string()], (text) => {
    fc.pre(!/^\d{1,9}$/.test(text));
    expect(readPosition({ chapter: text, t: text })).toBeNull();
  });

  test('reads chapter and second (PLAY-46)', () => {
    expect(readPosition({ chapter: '3', t: '125' })).toEqual({ chapter: 3, second: 125 });
    expect(readPosition({ t: '125' })).toEqual({ chapter: null, second: 125 });
    expect(readPosition({ chapter: '3', t: '-5' })).toEqual({ chapter: 3, second: null });
    expect(readPosition({})).toBeNull();
  });

  law(
    'a linked position is in the playlist, before the end of its track (PLAY-48)',
    [aTrackList(), aLinkedPosition()],
    (tracks, position) => {
      const found = linkedTrackPosition(tracks, position);
      if (found === null) {
        if (position.chapter === null) expect(tracks).toHaveLength(0);
        else expect(tracks.map(({ index }) => index)).not.toContain(position.chapter);
        return;
      }
      const track = tracks[found.index];
      if (position.chapter !== null) expect(track?.index).toBe(position.chapter);
      expect([0, position.second ?? 0]).toContain(found.position);
      if (found.position > 0 && track?.runTime) expect(found.position).toBeLessThan(track.runTime);
    },
  );

  law('every track of a playlist can be linked to', [aTrackList()], (tracks) => {
    for (const { index } of tracks) {
      const found = linkedTrackPosition(tracks, { chapter: index, second: null });
      expect(tracks[found?.index ?? -1]?.index).toBe(index);
    }
  });

  test('writes chapter and second', () => {
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

  test('is the start of the track from its last second on (PLAY-48)', () => {
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
