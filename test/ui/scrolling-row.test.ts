import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrollingRow, type Scroller } from '../../src/ui/components/carousel/scrolling-row.ts';

/** A row of 12 slides, 5 in view, with fractional widths: 2.4 views. */
class Row extends EventTarget implements Scroller {
  scrollLeft = 0;
  readonly clientWidth = 1000;
  readonly scrollWidth = 2400.4;

  scrollsTo(left: number): void {
    this.scrollLeft = left;
    this.dispatchEvent(new Event('scroll'));
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a row that scrolls by views (CAT-43)', () => {
  it('knows whether it is at its start, between, or at its end, despite rounding', () => {
    const row = new Row();
    const { ends } = scrollingRow(row, () => undefined);
    expect(ends()).toEqual({ isBeginning: true, isEnd: false });
    row.scrollsTo(700);
    expect(ends()).toEqual({ isBeginning: false, isEnd: false });
    row.scrollsTo(1399.5);
    expect(ends()).toEqual({ isBeginning: false, isEnd: true });
  });

  it('counts a step from the target of a running step', () => {
    const row = new Row();
    const { begin, isMoving } = scrollingRow(row, () => undefined);
    expect(isMoving()).toBe(false);
    expect(begin(1)).toBe(1);
    row.scrollsTo(120);
    expect(isMoving()).toBe(true);
    expect(begin(1)).toBe(2);
    expect(begin(1)).toBe(2);
    expect(begin(-1)).toBe(1);
  });

  it('counts a step from its position once it rests, or after the listener has moved it', () => {
    const row = new Row();
    const { begin } = scrollingRow(row, () => undefined);
    begin(1);
    row.scrollsTo(1000);
    vi.advanceTimersByTime(400);
    row.scrollsTo(1400);
    expect(begin(-1)).toBe(1);
    vi.advanceTimersByTime(400);
    row.scrollsTo(3);
    expect(begin(-1)).toBe(0);
    vi.advanceTimersByTime(400);
    row.scrollsTo(400);
    expect(begin(1)).toBe(1);
  });

  it('reports every movement', () => {
    const row = new Row();
    const seen: number[] = [];
    scrollingRow(row, () => seen.push(row.scrollLeft));
    row.scrollsTo(1);
    row.scrollsTo(2);
    expect(seen).toEqual([1, 2]);
  });
});
