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
};

/** How much more than the view is kept ready on either side, as a part of the view. */
const AHEAD = 0.5;

/** The rows in view, and half a view's more above and below. There is always at least one row. */
export const windowPart = ({ count, columns, pitch, top, viewHeight }: WindowMeasure): WindowPart => {
  const rows = Math.ceil(count / columns);
  const row = (offset: number): number => Math.min(Math.max(Math.floor(offset / pitch), 0), rows);
  const firstRow = Math.min(row(-top - AHEAD * viewHeight), Math.max(rows - 1, 0));
  const endRow = Math.max(row(-top + (1 + AHEAD) * viewHeight + pitch), Math.min(firstRow + 1, rows));
  return {
    first: firstRow * columns,
    end: Math.min(endRow * columns, count),
    before: firstRow * pitch,
    after: (rows - endRow) * pitch,
  };
};
