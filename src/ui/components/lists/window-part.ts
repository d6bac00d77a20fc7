/** What is known of a list on the screen; lengths in CSS pixels. */
export type WindowMeasure = {
  readonly count: number;
  readonly columns: number;
  /** From the top of one row to the top of the next. */
  readonly pitch: number;
  /** Where the list begins, counted from the top of the view; negative once it has scrolled past. */
  readonly top: number;
  readonly viewHeight: number;
};

/** The part of a long list that is in the page: items from `first` up to `end`, and the room of all others. */
export type WindowPart = {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly columns: number;
  readonly pitch: number;
};

/** How much more than the view is kept ready on either side, as a part of the view. */
const AHEAD = 0.35;

/**
 * The rows in view, and a third of a view's more above and below. There are as many of them wherever the view is, so
 * that a row that leaves can become the one that comes.
 */
export const windowPart = ({ count, columns, pitch, top, viewHeight }: WindowMeasure): WindowPart => {
  const rows = Math.ceil(count / columns);
  const held = Math.min(Math.ceil(((1 + 2 * AHEAD) * viewHeight) / pitch) + 1, rows);
  const wanted = Math.floor((-top - AHEAD * viewHeight) / pitch);
  const firstRow = Math.min(Math.max(wanted, 0), rows - held);
  const endRow = firstRow + held;
  return {
    first: firstRow * columns,
    end: Math.min(endRow * columns, count),
    before: firstRow * pitch,
    after: (rows - endRow) * pitch,
    columns,
    pitch,
  };
};
