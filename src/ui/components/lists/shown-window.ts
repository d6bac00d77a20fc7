import type { WindowPart } from './window-part.ts';

/** What of a long list is in the page, and how far it is made out. */
export type ShownWindow = {
  readonly part: WindowPart;
  /** The items that have all their parts; the others are light. */
  readonly whole: ReadonlySet<number>;
  /** The item from which on the page holds its items in their order; those before it come after the last. */
  readonly anchor: number;
  /** A row came a moment ago, and another may follow. */
  readonly isMoving: boolean;
};

const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(end - first, 0) }, (_, place) => first + place);

/** How many items the page has room for: its last row may be the list's, with some missing. */
export const slotsOf = ({ first, end, columns }: WindowPart): number =>
  Math.ceil((end - first) / columns) * columns;

/** The first `count` items, whole: before anything is known of the list on the screen. */
export const atFirst = (count: number): ShownWindow => ({
  part: { first: 0, end: count, before: 0, after: 0, columns: 1, pitch: 0 },
  whole: new Set(range(0, count)),
  anchor: 0,
  isMoving: false,
});

/** Where the places are as many, and as wide: a last row with some missing would let others into its room. */
const canStay = (before: WindowPart, after: WindowPart): boolean =>
  slotsOf(after) === slotsOf(before) &&
  after.columns === before.columns &&
  (after.end - after.first) % after.columns === 0;

/**
 * Another part is in the page. What stays is as whole as it was, and where it was; what comes is light, and stands in
 * place of what leaves.
 */
export const moved = (shown: ShownWindow, part: WindowPart, isMoving: boolean): ShownWindow => ({
  part,
  whole: new Set([...shown.whole].filter((item) => part.first <= item && item < part.end)),
  anchor: canStay(shown.part, part) ? shown.anchor : part.first,
  isMoving,
});

/** No row has followed the last. */
export const rested = (shown: ShownWindow): ShownWindow => ({ ...shown, isMoving: false });

const distance = (from: number, to: number, slots: number): number => (((to - from) % slots) + slots) % slots;

const isInOrder = ({ part, anchor }: ShownWindow): boolean =>
  distance(anchor, part.first, slotsOf(part)) === 0;

/** Every item is whole, and the page holds them in their order. */
export const isSettled = (shown: ShownWindow): boolean =>
  shown.whole.size === shown.part.end - shown.part.first && isInOrder(shown);

/** The light item that is nearest to the middle of the part, where the view is; at an end of the list, to this end. */
const nextLight = ({ part, whole }: ShownWindow): number | undefined => {
  const middle = part.before === 0 ? part.first : part.after === 0 ? part.end : (part.first + part.end) / 2;
  const [next] = range(part.first, part.end)
    .filter((item) => !whole.has(item))
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return next;
};

/** One more row is whole, and one more stands in its order: what a slow machine does within a frame or two. */
export const settledByOne = (shown: ShownWindow): ShownWindow => {
  const { part, whole, anchor } = shown;
  const next = nextLight(shown);
  const rowStart = next === undefined ? part.end : next - ((next - part.first) % part.columns);
  const row = range(rowStart, Math.min(rowStart + part.columns, part.end));
  return {
    ...shown,
    whole: new Set([...whole, ...row]),
    anchor: isInOrder(shown) ? anchor : anchor + part.columns,
  };
};

/** An item in the page, and the place that it has there: one after the other, items share places. */
export type PlacedItem = {
  readonly index: number;
  readonly slot: number;
  /** How far below its place in the page's order it is seen, in CSS pixels. */
  readonly lower: number;
};

/** What is in the page, in the page's order. */
export const placed = ({ part, anchor }: ShownWindow): readonly PlacedItem[] => {
  const slots = slotsOf(part);
  const rowOf = (place: number): number => Math.floor(place / part.columns);
  return range(part.first, part.end)
    .map((index) => ({ index, slot: index % slots, place: distance(anchor, index, slots) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ index, slot, place }) => ({ index, slot, lower: (rowOf(index) - rowOf(place)) * part.pitch }));
};
