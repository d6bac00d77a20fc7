/** A row this near to its end (CSS pixels) is at it: widths of slides are fractions, places to scroll to are not. */
const NEAR = 2;

/** How much of a view a row may be off a view's beginning and still stand there. */
const OFF = 0.1;

/** How long after it was last seen to move a row counts as moving, ms. */
const QUIET = 300;

/** What is read of an element that scrolls; lengths in CSS pixels. */
export type Scroller = Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollWidth'> & EventTarget;

/** A row of slides that scrolls by views (section 9, carousel), whoever moves it. */
export type ScrollingRow = {
  readonly isMoving: () => boolean;
  readonly ends: () => { readonly isBeginning: boolean; readonly isEnd: boolean };
  /** Begins a step forwards or back, and says to which view (counted from 0) it leads. */
  readonly begin: (direction: 1 | -1) => number;
};

/**
 * Knows where a row stands, whether it moves and where a step leads to: one that is taken while an earlier one is
 * under way counts from where that one is going.
 *
 * @param row lives as long as what listens to it
 * @param onMove told on every frame in which the row has moved
 */
export const scrollingRow = (row: Scroller, onMove: () => void): ScrollingRow => {
  let movedAt = -QUIET;
  let aim: number | null = null;
  const isMoving = (): boolean => performance.now() - movedAt < QUIET;
  const move = (): void => {
    // What begins to move by itself has not been aimed.
    if (!isMoving()) aim = null;
    movedAt = performance.now();
  };
  row.addEventListener(
    'scroll',
    () => {
      move();
      onMove();
    },
    { passive: true },
  );
  return {
    isMoving,
    ends: () => {
      const { scrollLeft, clientWidth, scrollWidth } = row;
      return { isBeginning: scrollLeft <= NEAR, isEnd: scrollLeft + clientWidth >= scrollWidth - NEAR };
    },
    begin: (direction) => {
      move();
      const { scrollLeft, clientWidth, scrollWidth } = row;
      const from = aim ?? scrollLeft / clientWidth;
      const next = direction === 1 ? Math.floor(from + OFF) + 1 : Math.ceil(from - OFF) - 1;
      const last = Math.ceil(scrollWidth / clientWidth - OFF) - 1;
      return (aim = Math.max(0, Math.min(next, last)));
    },
  };
};
