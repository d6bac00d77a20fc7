import { describe, expect, it } from 'vitest';
import { FinishedState } from '../../../src/application/progress/finished-state.ts';
import { PlayerState } from '../../../src/application/playback/player-state.ts';
import type { ContentItem } from '../../../src/domain/catalogue/content.ts';
import { seconds } from '../../../src/domain/time.ts';
import { leftInWords, progressOf } from '../../../src/ui/components/progress/progress-of.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';

const BEGUN: ContentItem = {
  ...PLAIN_ITEM,
  runTime: seconds(600),
  progress: { position: seconds(150), chapterIndex: null },
};

describe('the progress on a tile', () => {
  it('is the progress of the item', () => {
    expect(progressOf(BEGUN, new PlayerState(), new FinishedState())).toEqual({
      kind: 'started',
      part: 0.25,
      left: 450,
    });
    expect(progressOf({ ...BEGUN, progress: null }, new PlayerState(), new FinishedState())).toBeNull();
  });

  it('is finished once it is marked so, or no time is left', () => {
    const finished = new FinishedState();
    const end = { position: seconds(600), chapterIndex: null };
    expect(progressOf({ ...BEGUN, progress: end }, new PlayerState(), finished)).toEqual({
      kind: 'finished',
    });
    finished.mark(BEGUN.id, { position: seconds(150), chapterIndex: null });
    expect(progressOf(BEGUN, new PlayerState(), finished)).toEqual({ kind: 'finished' });
  });

  it('reads in minutes, at least one', () => {
    expect(leftInWords(seconds(10))).toBe('1 min left');
    expect(leftInWords(seconds(12 * 60 + 20))).toBe('12 min left');
    expect(leftInWords(seconds(2 * 3600 + 5 * 60))).toBe('2 h 5 min left');
  });
});
