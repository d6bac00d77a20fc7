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

/** Up to so many items a list is in the page as a whole. */
const WHOLE_UP_TO = 60;

/** How many of a longer list are rendered before it is known how many are needed. */
const AT_FIRST = 12;

/** Rows that follow each other in less are not made whole, in milliseconds: three views a second. */
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

/** The focus leaves with the item that has it, and does not pass to the one that takes its place. */
const letFocusGo = (list: HTMLElement, from: WindowPart, to: WindowPart): void => {
  const { activeElement } = document;
  const item = activeElement?.closest('li');
  if (item?.parentElement !== list || !(activeElement instanceof HTMLElement)) return;
  const index = Number(item.getAttribute('aria-posinset')) - 1;
  if (index < to.first || index >= to.end || slotsOf(from) !== slotsOf(to)) activeElement.blur();
};

/**
 * Keeps only what is near the view of a long list in the page. All items must be of one height. Items come light, and
 * become whole row by row, once no row has followed for a moment.
 *
 * @param list the element whose children are the items: a grid, or a column
 * @returns which items to show, and the room to leave before and after them, in CSS pixels; null: all of them
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
    // How tall an item is can be told only once it stands in the page; the eye never sees the step between.
    if (isLong) look(false);
  }, [isLong, count]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!isLong || element === null) return undefined;
    // In the very frame in which the list scrolls, so that no row is ever missing.
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
    // After a frame, which may have moved on: a slow machine has few of them.
    const inTurn = () => {
      afterFrame(() => {
        if (!isGone) setShown(shown.isMoving ? rested : settledByOne);
      });
    };
    const wait = setTimeout(inTurn, shown.isMoving ? REST : 0);
    return () => {
      isGone = true;
      clearTimeout(wait);
    };
  }, [isLong, shown]);
  return isLong ? shown : null;
}
