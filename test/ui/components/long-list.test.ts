import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { MissingCovers } from '../../../src/ui/components/cover/cover.tsx';
import {
  atFirst,
  isSettled,
  moved,
  positionedItems,
  rested,
  settledByOne,
  type ShownWindow,
  type WindowMeasure,
  windowPart,
  type WindowPart,
} from '../../../src/ui/components/lists/shown-window.ts';

const setUp = () => {
  const clock = { now: 0 };
  return { clock, covers: new MissingCovers(() => clock.now) };
};

describe('missing covers', () => {
  test('are remembered for a minute (CAT-46)', () => {
    const { clock, covers } = setUp();
    expect(covers.has('/a.svg')).toBe(false);
    covers.failed('/a.svg');
    clock.now = 59_999;
    expect(covers.has('/a.svg')).toBe(true);
    expect(covers.has('/b.svg')).toBe(false);
    clock.now = 60_000;
    expect(covers.has('/a.svg')).toBe(false);
  });

  test('are forgotten once they load', () => {
    const { covers } = setUp();
    covers.failed('/a.svg');
    covers.loaded('/a.svg');
    expect(covers.has('/a.svg')).toBe(false);
  });

  test('are remembered up to the latest two thousand (CAT-46)', () => {
    const { covers } = setUp();
    for (let at = 0; at < 2_001; at += 1) covers.failed(`/${at}.svg`);
    expect(covers.has('/0.svg')).toBe(false);
    expect(covers.has('/1.svg')).toBe(true);
    expect(covers.has('/2000.svg')).toBe(true);
  });
});

const COUNT = 5_003;
const COLUMNS = 6;

const partAt = (top: number, columns = COLUMNS): WindowPart =>
  windowPart({ count: COUNT, columns, pitch: 333, top, viewHeight: 900 });

const tops = (): fc.Arbitrary<readonly number[]> =>
  fc.array(fc.integer({ min: -280_000, max: 400 }), { minLength: 1, maxLength: 12 });

const afterScrolling = (positions: readonly number[]): ShownWindow =>
  positions.reduce((shown, top) => moved(shown, partAt(top), true), atFirst(12));

const settled = (shown: ShownWindow): ShownWindow =>
  isSettled(shown) ? shown : settled(settledByOne(shown));

const inView = (shown: ShownWindow): readonly number[] => positionedItems(shown).map(({ index }) => index);

const inOrder = ({ part }: ShownWindow): readonly number[] =>
  Array.from({ length: part.end - part.first }, (_, at) => part.first + at);

describe('the part of a long list in the document', () => {
  it('contains every item of its part once, each in its own slot', () => {
    fc.assert(
      fc.property(tops(), (positions) => {
        const shown = afterScrolling(positions);
        expect([...inView(shown)].toSorted((one, other) => one - other)).toEqual(inOrder(shown));
        expect(new Set(positionedItems(shown).map(({ slot }) => slot)).size).toBe(
          positionedItems(shown).length,
        );
      }),
    );
  });

  it('shows every item in its own row and column, whatever its slot is', () => {
    fc.assert(
      fc.property(tops(), fc.nat({ max: 9 }), (positions, steps) => {
        let shown = rested(afterScrolling(positions));
        for (let step = 0; step < steps; step += 1) shown = settledByOne(shown);
        const firstRow = Math.floor(shown.part.first / COLUMNS);
        positionedItems(shown).forEach(({ index, down }, slotAt) => {
          expect(slotAt % COLUMNS).toBe(index % COLUMNS);
          expect(Math.floor(slotAt / COLUMNS) + down / shown.part.pitch).toBeCloseTo(
            Math.floor(index / COLUMNS),
            6,
          );
        });
        expect(shown.part.before).toBeCloseTo(firstRow * shown.part.pitch, 6);
      }),
    );
  });

  it('completes one row at a time until every item is full and in order', () => {
    fc.assert(
      fc.property(tops(), (positions) => {
        const rows = partAt(0).end / COLUMNS;
        let shown = rested(afterScrolling(positions));
        for (let step = 0; step < rows; step += 1) {
          const next = settledByOne(shown);
          expect(next.full.size - shown.full.size).toBeLessThanOrEqual(COLUMNS);
          shown = next;
        }
        expect(isSettled(shown)).toBe(true);
        expect(inView(shown)).toEqual(inOrder(shown));
        expect([...shown.full].toSorted((one, other) => one - other)).toEqual(inOrder(shown));
      }),
    );
  });

  it('keeps items that stay in their slot and full, and puts placeholders in the slots of items that leave', () => {
    const before = settled(afterScrolling([-30_000]));
    const after = moved(before, partAt(-30_333), true);
    const slotsOf = (shown: ShownWindow) => positionedItems(shown).map(({ slot }) => slot);
    expect(slotsOf(after)).toEqual(slotsOf(before));
    const added = positionedItems(after).filter(({ index }) => index >= before.part.end);
    expect(added).toHaveLength(COLUMNS);
    expect(
      positionedItems(before)
        .slice(0, COLUMNS)
        .map(({ slot }) => slot),
    ).toEqual(added.map(({ slot }) => slot));
    expect(after.full).toEqual(new Set(inView(before).slice(COLUMNS)));
    expect(isSettled(settledByOne(after))).toBe(true);
  });

  it('completes the items nearest to the middle first, and at an end of the list those nearest to it', () => {
    const newlyFull = (top: number): readonly number[] => {
      const shown = rested(moved(atFirst(0), partAt(top), true));
      return [...settledByOne(shown).full];
    };
    expect(newlyFull(400)[0]).toBe(0);
    expect(newlyFull(-280_000).at(-1)).toBe(COUNT - 1);
    const { first, end } = partAt(-30_000);
    expect(Math.abs((newlyFull(-30_000)[0] ?? 0) - (first + end) / 2)).toBeLessThanOrEqual(COLUMNS);
  });

  it('arranges the slots again for other columns, and keeps full items full', () => {
    const before = settled(afterScrolling([-30_000]));
    const after = moved(before, partAt(-60_000, 3), false);
    expect(inView(after)).toEqual(inOrder(after));
    const remaining = [...before.full].filter((item) => after.part.first <= item && item < after.part.end);
    expect([...after.full]).toEqual(remaining);
  });

  it('is fast from the second row that is added while the list moves, until the list rests', () => {
    const first = moved(rested(afterScrolling([-30_000])), partAt(-30_333), true);
    expect(first.isFast).toBe(false);
    const second = moved(first, partAt(-30_666), true);
    expect(second.isFast).toBe(true);
    expect(rested(second).isFast).toBe(false);
    expect(moved(rested(second), partAt(-30_999), true).isFast).toBe(false);
    expect(moved(second, partAt(-30_666, 3), false).isFast).toBe(false);
  });

  it('shows the first items in full before the list is measured', () => {
    const shown = atFirst(12);
    expect(isSettled(shown)).toBe(true);
    expect(inView(shown)).toHaveLength(12);
    expect(isSettled(settledByOne(shown))).toBe(true);
  });
});

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

  it('renders every item that is in view', () => {
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

  it('holds the same number of rows at every scroll position (CAT-24)', () => {
    fc.assert(
      fc.property(aMeasure(), fc.integer({ min: -4_000_000, max: 4000 }), (measure, top) => {
        const rowsOf = ({ first, end }: WindowPart): number => Math.ceil((end - first) / measure.columns);
        return rowsOf(windowPart(measure)) === rowsOf(windowPart({ ...measure, top }));
      }),
    );
  });

  it('is never much more than two views, however long the list (CAT-24)', () => {
    fc.assert(
      fc.property(aMeasure(), (measure) => {
        const { first, end } = windowPart(measure);
        const rows = Math.ceil((end - first) / measure.columns);
        return rows <= (2 * measure.viewHeight) / measure.pitch + 3;
      }),
    );
  });
});
