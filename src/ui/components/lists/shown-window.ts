/** The part of a long list that is in the document, and how complete each item is. */
export type ShownWindow = {
  readonly part: WindowPart;
  /** The items that are rendered in full; the others are placeholders. */
  readonly full: ReadonlySet<number>;
  /** From this item on, the document holds the items in their order. The items before it come after the last one. */
  readonly anchor: number;
  /** True if a row was added a moment ago and another may follow. */
  readonly isMoving: boolean;
  /** True if rows are added one soon after the other. */
  readonly isFast: boolean;
};

const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(end - first, 0) }, (_, position) => first + position);

/** The number of slots in the document. Some stay empty if the last row of the list is incomplete. */
export const slotsOf = ({ first, end, columns }: WindowPart): number =>
  Math.ceil((end - first) / columns) * columns;

/** The first `count` items, in full: before the list has been measured. */
export const atFirst = (count: number): ShownWindow => ({
  part: { first: 0, end: count, before: 0, after: 0, columns: 1, pitch: 0 },
  full: new Set(range(0, count)),
  anchor: 0,
  isMoving: false,
  isFast: false,
});

/** True if the rendered rows can stay where they are: same slot count, same columns, last row full. */
const canStay = (before: WindowPart, after: WindowPart): boolean =>
  slotsOf(after) === slotsOf(before) &&
  after.columns === before.columns &&
  (after.end - after.first) % after.columns === 0;

/**
 * Shows another part of the list. Items that stay keep their slot and their completeness. New items are placeholders
 * and take the slots of the items that leave.
 */
export const moved = (shown: ShownWindow, part: WindowPart, isMoving: boolean): ShownWindow => ({
  part,
  full: new Set([...shown.full].filter((item) => part.first <= item && item < part.end)),
  anchor: canStay(shown.part, part) ? shown.anchor : part.first,
  isMoving,
  isFast: isMoving && shown.isMoving,
});

/** Marks the list as stopped, after no further row was added. From now on its placeholders are completed. */
export const rested = (shown: ShownWindow): ShownWindow => ({
  ...shown,
  isMoving: false,
  isFast: false,
});

const distance = (from: number, to: number, slots: number): number => (((to - from) % slots) + slots) % slots;

const isInOrder = ({ part, anchor }: ShownWindow): boolean =>
  distance(anchor, part.first, slotsOf(part)) === 0;

/** True if every item is rendered in full and the document holds them in their order. */
export const isSettled = (shown: ShownWindow): boolean =>
  shown.full.size === shown.part.end - shown.part.first && isInOrder(shown);

/** The placeholder nearest to the middle of the part; at an end of the list, the one nearest to that end. */
const nextPlaceholder = ({ part, full }: ShownWindow): number | undefined => {
  const middle = part.before === 0 ? part.first : part.after === 0 ? part.end : (part.first + part.end) / 2;
  const [next] = range(part.first, part.end)
    .filter((item) => !full.has(item))
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return next;
};

/** Completes one more row and puts one more row in order. A slow machine does this within a frame or two. */
export const settledByOne = (shown: ShownWindow): ShownWindow => {
  const { part, full, anchor } = shown;
  const next = nextPlaceholder(shown);
  const rowStart = next === undefined ? part.end : next - ((next - part.first) % part.columns);
  const row = range(rowStart, Math.min(rowStart + part.columns, part.end));
  return {
    ...shown,
    full: new Set([...full, ...row]),
    anchor: isInOrder(shown) ? anchor : anchor + part.columns,
  };
};

/** An item and its slot in the document. Over time, several items use the same slot. */
export type PositionedItem = {
  readonly index: number;
  readonly slot: number;
  /** How far below its slot the item is shown, in CSS pixels. */
  readonly down: number;
};

/** The items in the document, in the order of the document. */
export const positionedItems = ({ part, anchor }: ShownWindow): readonly PositionedItem[] => {
  const slots = slotsOf(part);
  const rowOf = (position: number): number => Math.floor(position / part.columns);
  return range(part.first, part.end)
    .map((index) => ({ index, slot: index % slots, position: distance(anchor, index, slots) }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ index, slot, position }) => ({
      index,
      slot,
      down: (rowOf(index) - rowOf(position)) * part.pitch,
    }));
};

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
