import { useRef, type CSSProperties, type ReactNode } from 'react';
import { useWindow } from './use-window.ts';
import type { WindowPart } from './window-part.ts';

type WindowedProps<Item> = {
  readonly items: readonly Item[];
  readonly className: string | undefined;
  /** Which tiles the grid is made for; absent on a column. */
  readonly kind?: string;
  readonly children: (item: Item, index: number) => ReactNode;
};

/**
 * The room of what is not in the page. The browser must not hold on to an item when others come and go: nothing
 * moves when they do.
 */
const roomOf = ({ before, after }: WindowPart): CSSProperties => ({
  paddingBlock: `${before}px ${after}px`,
  overflowAnchor: 'none',
});

/** A list of which, where it is long, only what is near the view is in the page. Items are of one height. */
export function Windowed<Item extends { readonly id: string }>({
  items,
  className,
  kind,
  children,
}: WindowedProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const part = useWindow(list, items.length);
  const shown = part === null ? items : items.slice(part.first, part.end);
  return (
    <ul
      ref={list}
      className={className}
      data-kind={kind}
      // Without its marks a list is none to some screen readers, unless it says so.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      role="list"
      {...(part === null ? {} : { style: roomOf(part) })}
    >
      {shown.map((item, place) => {
        const index = place + (part?.first ?? 0);
        return (
          <li
            key={item.id}
            {...(part === null ? {} : { 'aria-posinset': index + 1, 'aria-setsize': items.length })}
          >
            {children(item, index)}
          </li>
        );
      })}
    </ul>
  );
}
