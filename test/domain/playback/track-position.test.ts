import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAtEnd, startOfNextTrack } from '../../../src/domain/playback/track-position.ts';
import { seconds } from '../../../src/domain/time.ts';
import { aPosition } from '../../arbitraries/time.ts';
import { aTrackList, PLAIN_TRACK } from '../../arbitraries/track.ts';
import { law } from 'audio-streaming-laws/laws';

const lasting = (runTime: number | null) => [
  { ...PLAIN_TRACK, runTime: runTime === null ? null : seconds(runTime) },
];
const at = (position: number) => ({ index: 0, position: seconds(position) });

describe('the end of a track (PROG-23)', () => {
  test.each([
    ['before its last second', 300, 298.9, false],
    ['at its last second', 300, 299, true],
    ['at its end', 300, 300, true],
    ['far behind a run time that must be wrong', 300, 400, false],
    ['in a track of one second', 1, 1, false],
    ['without a run time', null, 5, false],
  ])('%s', (_, runTime, position, expected) => {
    expect(isAtEnd(lasting(runTime), at(position))).toBe(expected);
  });

  test('is not in a track that the playlist lacks', () => {
    expect(isAtEnd([], at(5))).toBe(false);
  });
});

describe('the start of the next track (PROG-23)', () => {
  law(
    'is in the track that follows, and after the last track in the first',
    [aTrackList().filter(({ length }) => length > 0), fc.nat(), aPosition()],
    (playlist, drawn, position) => {
      const index = drawn % playlist.length;
      const next = startOfNextTrack(playlist, { index, position });
      expect(next).toEqual({ index: index === playlist.length - 1 ? 0 : index + 1, position: 0 });
    },
  );
});
