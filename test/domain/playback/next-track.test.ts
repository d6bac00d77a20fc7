// Proves PLAY-56.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_PLAYBACK, opened } from '../../../src/domain/playback/player.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { trackToPreload } from '../../../src/domain/playback/next-track.ts';
import { isTrackValid } from '../../../src/domain/entitlement/validity.ts';
import { trackId } from '../../../src/domain/playback/track.ts';
import { aPlayback } from '../../arbitraries/player.ts';
import { PLAIN_TRACK } from '../../arbitraries/track.ts';
import { anInstant, aPosition } from '../../arbitraries/time.ts';
import { law } from '../laws.ts';

describe('the track to preload', () => {
  law(
    'is a valid track after the current one, and only near the end',
    [aPlayback(), aPosition(), anInstant()],
    (playback, duration, now) => {
      const next = trackToPreload(playback, duration, now);
      if (next === null) return;
      expect(playback.autoplay && playback.isPlaying).toBe(true);
      expect(playback.tracks.indexOf(next)).toBeGreaterThan(playback.index);
      expect(isTrackValid(next, now)).toBe(true);
      expect(duration - playback.position).toBeLessThanOrEqual(30 * playback.speed);
    },
  );

  law(
    'is null without autoplay, in a pause, or if the end is unknown',
    [aPlayback(), aPosition(), anInstant()],
    (playback, duration, now) => {
      expect(trackToPreload({ ...playback, autoplay: false }, duration, now)).toBeNull();
      expect(trackToPreload({ ...playback, isPlaying: false }, duration, now)).toBeNull();
      expect(trackToPreload(playback, null, now)).toBeNull();
      expect(trackToPreload(playback, seconds(Number.NaN), now)).toBeNull();
    },
  );

  law(
    'is the track that follows the end',
    [aPlayback(), anInstant(), fc.integer({ min: 0, max: 29 })],
    (playback, now, left) => {
      const playing = { ...playback, autoplay: true, isPlaying: true };
      const next = trackToPreload(playing, seconds(playback.position + left * playback.speed), now);
      const following = playback.tracks.findIndex(
        (track, at) => at > playback.index && isTrackValid(track, now),
      );
      expect(next).toBe(playback.tracks[following] ?? null);
    },
  );

  test('is null on an empty player', () => {
    const playback = { ...opened(EMPTY_PLAYBACK, [], 0, seconds(0)), autoplay: true, isPlaying: true };
    expect(trackToPreload(playback, seconds(0), instant(0))).toBeNull();
  });
});

test('preloads from 30 seconds before the end', () => {
  const tracks = [PLAIN_TRACK, { ...PLAIN_TRACK, id: trackId('2') }];
  const playback = { ...opened(EMPTY_PLAYBACK, tracks, 0, seconds(70)), autoplay: true, isPlaying: true };
  expect(trackToPreload(playback, seconds(100), instant(0))).toBe(tracks[1]);
  expect(trackToPreload(playback, seconds(100.1), instant(0))).toBeNull();
});
