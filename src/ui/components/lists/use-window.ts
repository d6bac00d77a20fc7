import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { afterFrame } from '../after-frame.ts';
import {
  atFirst,
  isSettled,
  moved,
  rested,
  settledByOne,
  slotsOf,
  type ShownWindow,
} from './shown-window.ts';
import { windowPart, type WindowPart } from './window-part.ts';

/** A list with at most this many items is rendered completely (CAT-24). */
const COMPLETE_UP_TO = 60;

/** How many items of a longer list are rendered before it is measured. */
const AT_FIRST = 12;

/** New rows stay placeholders until no further row was added for this long, in milliseconds. */
const REST = 150;

type Grid = { readonly columns: number; readonly pitch: number };

const isSame = (one: WindowPart, other: WindowPart): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.before === other.before &&
  one.after === other.after &&
  one.columns === other.columns &&
  one.pitch === other.pitch;

const gridOf = (list: HTMLElement): Grid | null => {
  const item = list.firstElementChild;
  if (item === null) return null;
  const style = getComputedStyle(list);
  const pitch = item.getBoundingClientRect().height + (Number.parseFloat(style.rowGap) || 0);
  if (pitch <= 0) return null;
  return { pitch, columns: style.display === 'grid' ? style.gridTemplateColumns.split(' ').length : 1 };
};

/** The item of the list that has the focus, and the control in it. */
export type FocusedItem = { readonly index: number; readonly control: HTMLElement };

/** True if the item leaves the document, or moves to another slot. */
const leaves = (index: number, from: WindowPart, to: WindowPart): boolean =>
  index < to.first || index >= to.end || slotsOf(from) !== slotsOf(to);

/**
 * Keeps only the items near the view of a long list in the document (CAT-24). All items must have the same height. New
 * items are placeholders; they are completed row by row once scrolling pauses.
 *
 * @param list the element whose children are the items: a grid, or a column
 * @param focused the item that has the focus; null if none has it
 * @returns which items to show, and the space before and after them in CSS pixels; null for all of them
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  focused: RefObject<FocusedItem | null>,
  count: number,
): ShownWindow | null {
  const isLong = count > COMPLETE_UP_TO;
  const [shown, setShown] = useState<ShownWindow>(() => atFirst(AT_FIRST));
  const grid = useRef<Grid>(null);
  const update = useEffectEvent((isScrolling: boolean) => {
    if (list.current === null) return;
    grid.current ??= gridOf(list.current);
    if (grid.current === null) return;
    const { top } = list.current.getBoundingClientRect();
    const part = windowPart({ count, ...grid.current, top, viewHeight: window.innerHeight });
    if (isSame(shown.part, part)) return;
    const focus = focused.current;
    // Otherwise the item that takes over the slot would get the focus.
    if (focus !== null && leaves(focus.index, shown.part, part)) focus.control.blur();
    setShown((before) => moved(before, part, isScrolling));
  });
  const measureAgain = useEffectEvent(() => {
    grid.current = null;
    update(false);
  });
  useLayoutEffect(() => {
    // The height of an item is known only once it is in the document; this intermediate state is never painted.
    if (isLong) update(false);
  }, [isLong, count]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!isLong || element === null) return undefined;
    // Updates in the same frame in which the list scrolls, so that no row is missing.
    const onScroll = () => {
      flushSync(() => {
        update(true);
      });
    };
    const sizes = new ResizeObserver(() => {
      measureAgain();
    });
    sizes.observe(element);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [isLong, list]);
  useEffect(() => {
    if (!isLong || (!shown.isMoving && isSettled(shown))) return undefined;
    let isDisposed = false;
    // Waits for a frame, because scrolling may have continued: a slow machine renders few frames.
    const completeNext = () => {
      afterFrame(() => {
        if (!isDisposed) setShown(shown.isMoving ? rested : settledByOne);
      });
    };
    const timer = setTimeout(completeNext, shown.isMoving ? REST : 0);
    return () => {
      isDisposed = true;
      clearTimeout(timer);
    };
  }, [isLong, shown]);
  return isLong ? shown : null;
}
