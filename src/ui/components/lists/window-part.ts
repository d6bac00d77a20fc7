/** The measures of a list on the screen; lengths in CSS pixels. */
export type WindowMeasure = {
  readonly count: number;
  readonly columns: number;
  /** The distance from the top of one row to the top of the next. */
  readonly pitch: number;
  /** The top of the list relative to the top of the view; negative once it has scrolled past. */
  readonly top: number;
  readonly viewHeight: number;
};

/**
 * The part of a long list in the document: the items from `first` up to `end` (exclusive), and the space `before` and
 * `after` them in CSS pixels.
 */
export type WindowPart = {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly columns: number;
  readonly pitch: number;
};

/** How much more than the view is rendered on either side, as a fraction of the view. */
const AHEAD = 0.35;

/**
 * The rows in view, and a third of a view more above and below. Their number is the same at every scroll position, so
 * that a row that leaves can be reused for a new one.
 */
export const windowPart = ({ count, columns, pitch, top, viewHeight }: WindowMeasure): WindowPart => {
  const rows = Math.ceil(count / columns);
  const rendered = Math.min(Math.ceil(((1 + 2 * AHEAD) * viewHeight) / pitch) + 1, rows);
  const firstWanted = Math.floor((-top - AHEAD * viewHeight) / pitch);
  const firstRow = Math.min(Math.max(firstWanted, 0), rows - rendered);
  const endRow = firstRow + rendered;
  return {
    first: firstRow * columns,
    end: Math.min(endRow * columns, count),
    before: firstRow * pitch,
    after: (rows - endRow) * pitch,
    columns,
    pitch,
  };
};
