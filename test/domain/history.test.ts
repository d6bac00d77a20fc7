import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../src/domain/catalogue/content.ts';
import {
  goesOn,
  hasJumped,
  HISTORY_LIMIT,
  historyEntryId,
  newestEntries,
  pointToPlay,
  SHORT_PAUSE,
  stopOf,
  type HistoryPoint,
} from '../../src/domain/history.ts';
import { trackId } from '../../src/domain/playback/track.ts';
import { instant, seconds } from '../../src/domain/time.ts';
import { aHistoryEntry } from '../arbitraries/bookmark.ts';
import { anInstant, aPosition } from '../arbitraries/time.ts';
import { anEntryOf } from '../application/stored-positions.ts';
import { law } from 'audio-streaming-laws/laws';

const aPause = () => fc.integer({ min: 0, max: 3 * SHORT_PAUSE });

const after = (pause: number, changes: Partial<HistoryPoint> = {}): HistoryPoint => {
  const { end } = anEntryOf();
  return { ...end, at: instant(end.at + pause), ...changes };
};

describe('an entry goes on', () => {
  law('after a pause of five minutes at most (HIST-3)', [aPause()], (pause) => {
    const entry = anEntryOf();
    expect(goesOn(entry, entry.audio, after(pause))).toBe(pause <= SHORT_PAUSE);
  });

  law('never in another title', [aHistoryEntry(), aPause()], (entry, pause) => {
    const point = { ...entry.end, at: instant(entry.end.at + pause) };
    expect(goesOn(entry, contentId(`${entry.audio}x`), point)).toBe(false);
  });

  law('only near the position at which it stopped (HIST-3)', [aPosition()], (position) => {
    const entry = anEntryOf();
    const isNear = Math.abs(position - entry.end.position) < 31;
    expect(goesOn(entry, entry.audio, after(1_000, { position }))).toBe(isNear);
  });

  law(
    'in another track only from its start, after the end of this one (HIST-3)',
    [aPosition(), fc.boolean()],
    (position, hasEnded) => {
      const entry = anEntryOf({ stop: hasEnded ? 'ended' : 'paused' });
      const next = after(1_000, { track: trackId('long-book_3'), position });
      expect(goesOn(entry, entry.audio, next)).toBe(hasEnded && position <= 5);
    },
  );

  test('but not if the clock was set back by more than the pause', () => {
    const entry = anEntryOf();
    expect(goesOn(entry, entry.audio, after(0 - SHORT_PAUSE - 1))).toBe(false);
  });
});

describe('a jump', () => {
  law(
    'is never what playing does',
    [aPosition(), fc.double({ min: 0, max: 600, noNaN: true })],
    (from, played) => {
      const to = seconds(from + played);
      expect(hasJumped(from, to, seconds(played))).toBe(false);
      // The sound may have waited.
      expect(hasJumped(from, from, seconds(played))).toBe(false);
    },
  );

  test('goes back or forward by 31 seconds or more', () => {
    expect(hasJumped(seconds(100), seconds(69), seconds(1))).toBe(true);
    expect(hasJumped(seconds(100), seconds(85), seconds(1))).toBe(false);
    expect(hasJumped(seconds(100), seconds(132.1), seconds(1))).toBe(true);
    expect(hasJumped(seconds(100), seconds(115), seconds(1))).toBe(false);
  });
});

describe('the list', () => {
  law(
    `has the newest ${HISTORY_LIMIT} entries, newest first`,
    [fc.array(aHistoryEntry(), { maxLength: 30 })],
    (some) => {
      const many = Array.from({ length: HISTORY_LIMIT }, (_, at) =>
        anEntryOf({ id: historyEntryId(`many-${at}`), start: { ...anEntryOf().start, at: instant(at) } }),
      );
      const listed = newestEntries([...some, ...many]);
      expect(listed).toHaveLength(HISTORY_LIMIT);
      const starts = listed.map(({ start }) => start.at);
      expect(starts).toEqual(starts.toSorted((one, other) => other - one));
      const remaining = new Set(listed);
      const left = [...some, ...many].filter((entry) => !remaining.has(entry));
      expect(Math.max(...left.map(({ start }) => start.at))).toBeLessThanOrEqual(starts.at(-1) ?? 0);
    },
  );
});

describe('the reason', () => {
  law(
    'is known unless the page ended without warning (HIST-4)',
    [aHistoryEntry(), anInstant()],
    (entry, now) => {
      const shown = stopOf(entry, now);
      if (entry.stop !== 'playing') expect(shown).toBe(entry.stop);
      else expect(shown).toBe(Math.abs(now - entry.end.at) > 60_000 ? 'interrupted' : 'playing');
    },
  );
});

describe('playing from an entry', () => {
  law('starts where it began, or where it stopped (HIST-6)', [aHistoryEntry()], (entry) => {
    expect(pointToPlay(entry, 'start')).toEqual(entry.start);
    const { position, track } = pointToPlay(entry, 'end');
    expect(track).toBe(entry.end.track);
    expect(position).toBe(entry.stop === 'ended' ? Math.max(0, entry.end.position - 10) : entry.end.position);
  });
});
