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
const WHOLE_UP_TO = 60;

/** How many items of a longer list are rendered before it is measured. */
const AT_FIRST = 12;

/** While rows change faster than this, in milliseconds, they stay placeholders: three views a second. */
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

/** Removes the focus from an item that leaves, so that the item that takes its slot does not get it. */
const letFocusGo = (list: HTMLElement, from: WindowPart, to: WindowPart): void => {
  const { activeElement } = document;
  const item = activeElement?.closest('li');
  if (item?.parentElement !== list || !(activeElement instanceof HTMLElement)) return;
  const index = Number(item.getAttribute('aria-posinset')) - 1;
  if (index < to.first || index >= to.end || slotsOf(from) !== slotsOf(to)) activeElement.blur();
};

/**
 * Keeps only the items near the view of a long list in the document (CAT-24). All items must have the same height. New
 * items are placeholders; they are completed row by row once scrolling pauses.
 *
 * @param list the element whose children are the items: a grid, or a column
 * @returns which items to show, and the space before and after them in CSS pixels; null for all of them
 */
export function useWindow(list: RefObject<HTMLElement | null>, count: number): ShownWindow | null {
  const isLong = count > WHOLE_UP_TO;
  const [shown, setShown] = useState<ShownWindow>(() => atFirst(AT_FIRST));
  const grid = useRef<Grid>(null);
  const look = useEffectEvent((isScrolling: boolean) => {
    if (list.current === null) return;
    grid.current ??= gridOf(list.current);
    if (grid.current === null) return;
    const { top } = list.current.getBoundingClientRect();
    const part = windowPart({ count, ...grid.current, top, viewHeight: window.innerHeight });
    if (isSame(shown.part, part)) return;
    letFocusGo(list.current, shown.part, part);
    setShown((before) => moved(before, part, isScrolling));
  });
  const lookAnew = useEffectEvent(() => {
    grid.current = null;
    look(false);
  });
  useLayoutEffect(() => {
    // The height of an item is known only once it is in the document; this intermediate state is never painted.
    if (isLong) look(false);
  }, [isLong, count]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!isLong || element === null) return undefined;
    // Updates in the same frame in which the list scrolls, so that no row is missing.
    const onScroll = () => {
      flushSync(() => {
        look(true);
      });
    };
    const sizes = new ResizeObserver(() => {
      lookAnew();
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
    let isGone = false;
    // Waits for a frame, because scrolling may have continued: a slow machine renders few frames.
    const completeNext = () => {
      afterFrame(() => {
        if (!isGone) setShown(shown.isMoving ? rested : settledByOne);
      });
    };
    const wait = setTimeout(completeNext, shown.isMoving ? REST : 0);
    return () => {
      isGone = true;
      clearTimeout(wait);
    };
  }, [isLong, shown]);
  return isLong ? shown : null;
}
