import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { windowPart, type WindowPart } from './window-part.ts';

/** Up to so many items a list is in the page as a whole. */
const WHOLE_UP_TO = 60;

const isSame = (one: WindowPart, other: WindowPart): boolean =>
  one.first === other.first &&
  one.end === other.end &&
  one.before === other.before &&
  one.after === other.after;

const measured = (list: HTMLElement, count: number): WindowPart | null => {
  const item = list.firstElementChild;
  if (item === null) return null;
  const style = getComputedStyle(list);
  const pitch = item.getBoundingClientRect().height + (Number.parseFloat(style.rowGap) || 0);
  if (pitch <= 0) return null;
  const columns = style.display === 'grid' ? style.gridTemplateColumns.split(' ').length : 1;
  const { top } = list.getBoundingClientRect();
  return windowPart({ count, columns, pitch, top, viewHeight: window.innerHeight });
};

/**
 * Keeps only what is near the view of a long list in the page. All items must be of one height.
 *
 * @param list the element whose children are the items: a grid, or a column
 * @returns which items to show, and the room to leave before and after them, in CSS pixels; null: all of them
 */
export function useWindow(list: RefObject<HTMLElement | null>, count: number): WindowPart | null {
  const isLong = count > WHOLE_UP_TO;
  const [part, setPart] = useState<WindowPart>({ first: 0, end: WHOLE_UP_TO, before: 0, after: 0 });
  const look = useEffectEvent(() => {
    const next = list.current === null ? null : measured(list.current, count);
    if (next !== null && !isSame(part, next)) setPart(next);
  });
  useLayoutEffect(() => {
    // How tall an item is can be told only once it stands in the page; the eye never sees the step between.
    // oxlint-disable-next-line react/set-state-in-effect
    if (isLong) look();
  }, [isLong, count]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!isLong || element === null) return undefined;
    // In the very frame in which the list scrolls, so that no row is ever missing.
    const onScroll = () => {
      flushSync(look);
    };
    const sizes = new ResizeObserver(() => {
      look();
    });
    sizes.observe(element);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [isLong, list]);
  return isLong ? part : null;
}
