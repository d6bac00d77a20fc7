// Proves PLAY-12, PLAY-14, PLAY-15.
import { describe, expect, test } from 'vitest';
import { buildPlaylist } from '../../../src/domain/playback/track-list.ts';
import { instant } from '../../../src/domain/time.ts';
import type { Track } from '../../../src/domain/playback/track.ts';
import { PLAIN_TRACK } from '../../arbitraries/track.ts';

const NOW = instant(0);
const valid = PLAIN_TRACK;
const invalid: Track = { ...PLAIN_TRACK, contentWindow: { from: 'unreadable', till: 'absent' } };

describe('the playlist', () => {
  test('a hundred thousand tracks keep their order', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      ...(at % 2 === 0 ? valid : invalid),
      index: at,
    }));
    const playlist = buildPlaylist(many, NOW);
    expect(playlist).toHaveLength(50_000);
    expect(playlist.every((track, at) => track.index === at * 2)).toBe(true);
  });
});
