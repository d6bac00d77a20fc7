// Proves CAT-24.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  windowPart,
  type WindowMeasure,
  type WindowPart,
} from '../../../src/ui/components/lists/window-part.ts';

const aMeasure = (): fc.Arbitrary<WindowMeasure> =>
  fc.record({
    count: fc.nat({ max: 20_000 }),
    columns: fc.integer({ min: 1, max: 9 }),
    pitch: fc.double({ min: 40, max: 600, noNaN: true }),
    top: fc.integer({ min: -4_000_000, max: 4000 }),
    viewHeight: fc.integer({ min: 300, max: 2000 }),
  });

describe('the part of a long list around the view', () => {
  it('starts with the first rows', () => {
    const part = windowPart({ count: 10_000, columns: 6, pitch: 300, top: 200, viewHeight: 900 });
    expect(part).toEqual({ first: 0, end: 42, before: 0, after: 1660 * 300, columns: 6, pitch: 300 });
  });

  it('moves along with the view', () => {
    const part = windowPart({ count: 10_000, columns: 6, pitch: 300, top: -30_000, viewHeight: 900 });
    expect(part.first).toBe(98 * 6);
    expect(part.before).toBe(98 * 300);
    expect(part.end).toBe(105 * 6);
  });

  it('holds every item that is in view', () => {
    fc.assert(
      fc.property(aMeasure(), fc.nat(), (measure, nth) => {
        fc.pre(measure.count > 0);
        const item = nth % measure.count;
        const itemTop = measure.top + Math.floor(item / measure.columns) * measure.pitch;
        const isInView = itemTop < measure.viewHeight && itemTop + measure.pitch > 0;
        const part = windowPart(measure);
        return !isInView || (part.first <= item && item < part.end);
      }),
    );
  });

  it('leaves the height of the list unchanged', () => {
    fc.assert(
      fc.property(aMeasure(), (measure) => {
        const { first, end, before, after } = windowPart(measure);
        const shown = Math.ceil((end - first) / measure.columns) * measure.pitch;
        const whole = Math.ceil(measure.count / measure.columns) * measure.pitch;
        return Math.abs(before + shown + after - whole) < 0.01;
      }),
    );
  });

  it('holds the same number of rows at every scroll position', () => {
    fc.assert(
      fc.property(aMeasure(), fc.integer({ min: -4_000_000, max: 4000 }), (measure, top) => {
        const rowsOf = ({ first, end }: WindowPart): number => Math.ceil((end - first) / measure.columns);
        return rowsOf(windowPart(measure)) === rowsOf(windowPart({ ...measure, top }));
      }),
    );
  });

  it('is never much more than two views, however long the list', () => {
    fc.assert(
      fc.property(aMeasure(), (measure) => {
        const { first, end } = windowPart(measure);
        const rows = Math.ceil((end - first) / measure.columns);
        return rows <= (2 * measure.viewHeight) / measure.pitch + 3;
      }),
    );
  });
});
