import { useRef, type CSSProperties, type ReactNode } from 'react';
import { TileDetailContext } from '../tiles/tile-detail.ts';
import { placed } from './shown-window.ts';
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
 * The room of what is not in the page, wherever that is. The browser must not hold on to an item when others come and
 * go: nothing moves when they do.
 */
const roomOf = ({ before, after }: WindowPart): CSSProperties => ({
  paddingBlockEnd: `${before + after}px`,
  overflowAnchor: 'none',
});

/** Where an item is seen is not where it is in the page: what is only shifted is not laid out anew. */
const shift = (lower: number): CSSProperties => (lower === 0 ? {} : { transform: `translateY(${lower}px)` });

/** A list of which, where it is long, only what is near the view is in the page. Items are of one height. */
export function Windowed<Item extends { readonly id: string }>({
  items,
  className,
  kind,
  children,
}: WindowedProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useWindow(list, items.length);
  if (shown === null) {
    return (
      // Without its marks a list is none to some screen readers, unless it says so.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      <ul ref={list} className={className} data-kind={kind} role="list">
        {items.map((item, index) => (
          <li key={item.id}>{children(item, index)}</li>
        ))}
      </ul>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul ref={list} className={className} data-kind={kind} role="list" style={roomOf(shown.part)}>
      {placed(shown).map(({ index, slot, lower }) => {
        const item = items[index];
        return item === undefined ? null : (
          <li key={slot} style={shift(lower)} aria-posinset={index + 1} aria-setsize={items.length}>
            <TileDetailContext value={shown.whole.has(index) ? 'windowed' : 'light'}>
              {children(item, index)}
            </TileDetailContext>
          </li>
        );
      })}
    </ul>
  );
}
