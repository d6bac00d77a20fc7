/**
 * A row this close to its end (CSS pixels) counts as at its end: slide widths are fractions, scroll positions are
 * rounded.
 */
const NEAR = 2;

/** The part of a view by which a row may be off and still count as at the start of that view. */
const OFF = 0.1;

/** A row counts as moving for this long after its last movement, in milliseconds. */
const QUIET = 300;

/** The members of a scrolling element that are used here; lengths in CSS pixels. */
export type Scroller = Pick<HTMLElement, 'scrollLeft' | 'clientWidth' | 'scrollWidth'> & EventTarget;

/** A row of slides that scrolls by views (CAT-43). */
export type ScrollingRow = {
  readonly isMoving: () => boolean;
  readonly ends: () => { readonly isBeginning: boolean; readonly isEnd: boolean };
  /** Starts a step forwards or back, and returns the view (counted from 0) to which it leads. */
  readonly begin: (direction: 1 | -1) => number;
};

/**
 * Tracks where a row stands, whether it moves, and where a step leads. A step that starts during another one counts
 * from the target of that one.
 *
 * @param row must live as long as the returned object
 * @param onMove called on every frame in which the row has moved
 */
export const scrollingRow = (row: Scroller, onMove: () => void): ScrollingRow => {
  let movedAt = -QUIET;
  let aim: number | null = null;
  const isMoving = (): boolean => performance.now() - movedAt < QUIET;
  const move = (): void => {
    // A movement that did not start from a step has no target.
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
