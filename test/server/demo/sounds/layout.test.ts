import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME_BYTES, FRAME_SAMPLES, layoutOf, SAMPLE_RATE } from '../../../../server/demo/sounds/layout.ts';

const durations = fc.integer({ min: 1, max: 40_000 });

describe('the layout of a track', () => {
  test('lasts as long as its metadata say, rounded to a frame', () => {
    fc.assert(
      fc.property(durations, (duration) => {
        const { bytes } = layoutOf({ id: 'x', chapter: null, duration });
        const seconds = ((bytes / FRAME_BYTES) * FRAME_SAMPLES) / SAMPLE_RATE;
        expect(seconds).toBeGreaterThanOrEqual(duration);
        expect(seconds - duration).toBeLessThan(FRAME_SAMPLES / SAMPLE_RATE);
      }),
    );
  });

  test('is covered by its phrases without a gap, none of them longer than half a minute', () => {
    fc.assert(
      fc.property(durations, (duration) => {
        const { bytes, phrases } = layoutOf({ id: 'x', chapter: 2, duration });
        let end = 0;
        const astray = phrases.filter((phrase) => {
          const fits =
            phrase.offset === end && phrase.bytes === phrase.frames * FRAME_BYTES && phrase.frames < 1250;
          end += phrase.bytes;
          return !fits;
        });
        expect(astray).toEqual([]);
        expect(end).toBe(bytes);
      }),
    );
  });

  test('starts and ends once, and never repeats a verse immediately', () => {
    fc.assert(
      fc.property(durations, (duration) => {
        const verses = layoutOf({ id: 'x', chapter: null, duration }).phrases.map((phrase) => phrase.verse);
        expect(verses[0]).toBe(0);
        expect(verses.filter((verse) => verse === 0)).toHaveLength(1);
        expect(verses.indexOf(-1)).toBe(verses.length > 1 ? verses.length - 1 : -1);
        expect(verses.some((verse, at) => at > 0 && verse === verses[at - 1])).toBe(false);
      }),
    );
  });
});
