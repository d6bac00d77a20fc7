// Proves PLAY-46, PLAY-48.
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
import { PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from '../laws.ts';

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

  test('reads chapter and second', () => {
    expect(readPosition({ chapter: '3', t: '125' })).toEqual({ chapter: 3, second: 125 });
    expect(readPosition({ t: '125' })).toEqual({ chapter: null, second: 125 });
    expect(readPosition({ chapter: '3', t: '-5' })).toEqual({ chapter: 3, second: null });
    expect(readPosition({})).toBeNull();
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
});
