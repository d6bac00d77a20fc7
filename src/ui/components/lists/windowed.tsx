import { useRef, type CSSProperties, type ReactNode } from 'react';
import { TileDetailContext } from '../tiles/tile-detail.ts';
import { placed } from './shown-window.ts';
import { useWindow } from './use-window.ts';
import type { WindowPart } from './window-part.ts';

type WindowedProps<Item> = {
  readonly items: readonly Item[];
  readonly className: string | undefined;
  /** The kind of the tiles in a grid; absent for a column. */
  readonly kind?: string;
  readonly children: (item: Item, index: number) => ReactNode;
};

/**
 * The space of the items that are not in the document. Scroll anchoring is off: items stay in place when others are
 * added or removed.
 */
const roomOf = ({ before, after }: WindowPart): CSSProperties => ({
  paddingBlockEnd: `${before + after}px`,
  overflowAnchor: 'none',
});

/** Moves an item from its slot to its visible position by a transform, which needs no new layout. */
const shift = (lower: number): CSSProperties => (lower === 0 ? {} : { transform: `translateY(${lower}px)` });

/** A list that keeps only the items near the view in the document, if it is long. All items have the same height. */
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
      // Without list markers, some screen readers need the role to announce a list.
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
            <TileDetailContext value={shown.full.has(index) ? 'windowed' : 'placeholder'}>
              {children(item, index)}
            </TileDetailContext>
          </li>
        );
      })}
    </ul>
  );
}
