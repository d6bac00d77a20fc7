import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seconds } from '../../src/domain/time.ts';
import { listenedPart } from '../../src/ui/tiles/listened-part.ts';
import { aContentItem, PLAIN_ITEM } from '../arbitraries/content.ts';

const chapter = (index: number, runTime: number | null) => ({
  title: `Chapter ${index}`,
  url: `/${index}.mp3`,
  index,
  runTime: runTime === null ? null : seconds(runTime),
});

describe('how far the listener has come', () => {
  it('is the place over the run time', () => {
    const progress = { position: seconds(30), chapterIndex: null };
    expect(listenedPart({ ...PLAIN_ITEM, runTime: seconds(120), progress })).toBe(0.25);
  });

  it('counts the chapters that lie behind', () => {
    const chapters = [chapter(1, 100), chapter(2, 100), chapter(3, 200)];
    const progress = { position: seconds(100), chapterIndex: 3 };
    expect(listenedPart({ ...PLAIN_ITEM, chapters, progress })).toBe(0.75);
  });

  it('is not told where it cannot be', () => {
    const progress = { position: seconds(30), chapterIndex: null };
    expect(listenedPart({ ...PLAIN_ITEM, progress })).toBeNull();
    expect(listenedPart({ ...PLAIN_ITEM, runTime: seconds(60) })).toBeNull();
    expect(
      listenedPart({ ...PLAIN_ITEM, runTime: seconds(60), progress: { ...progress, chapterIndex: 2 } }),
    ).toBeNull();
  });

  it('never leaves the way from 0 to 1', () => {
    fc.assert(
      fc.property(aContentItem(), (item) => {
        const part = listenedPart(item);
        return part === null || (part >= 0 && part <= 1);
      }),
    );
  });
});
