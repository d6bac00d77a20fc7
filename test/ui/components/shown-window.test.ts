import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atFirst,
  isSettled,
  moved,
  placed,
  rested,
  settledByOne,
  type ShownWindow,
} from '../../../src/ui/components/lists/shown-window.ts';
import { windowPart, type WindowPart } from '../../../src/ui/components/lists/window-part.ts';

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

const inView = (shown: ShownWindow): readonly number[] => placed(shown).map(({ index }) => index);

const inOrder = ({ part }: ShownWindow): readonly number[] =>
  Array.from({ length: part.end - part.first }, (_, at) => part.first + at);

describe('the part of a long list in the document', () => {
  it('contains every item of its part once, each in its own slot', () => {
    fc.assert(
      fc.property(tops(), (positions) => {
        const shown = afterScrolling(positions);
        expect([...inView(shown)].toSorted((one, other) => one - other)).toEqual(inOrder(shown));
        expect(new Set(placed(shown).map(({ slot }) => slot)).size).toBe(placed(shown).length);
      }),
    );
  });

  it('shows every item in its own row and column, whatever its slot is', () => {
    fc.assert(
      fc.property(tops(), fc.nat({ max: 9 }), (positions, steps) => {
        let shown = rested(afterScrolling(positions));
        for (let step = 0; step < steps; step += 1) shown = settledByOne(shown);
        const firstRow = Math.floor(shown.part.first / COLUMNS);
        placed(shown).forEach(({ index, down }, slotAt) => {
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
    const slotsOf = (shown: ShownWindow) => placed(shown).map(({ slot }) => slot);
    expect(slotsOf(after)).toEqual(slotsOf(before));
    const added = placed(after).filter(({ index }) => index >= before.part.end);
    expect(added).toHaveLength(COLUMNS);
    expect(
      placed(before)
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
