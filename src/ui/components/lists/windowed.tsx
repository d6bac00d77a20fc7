import { useRef, type CSSProperties, type ReactNode } from 'react';
import { TileDetailContext } from '../tiles/tile-detail.ts';
import { placed } from './shown-window.ts';
import { useWindow, type FocusedItem } from './use-window.ts';
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
const spaceOf = ({ before, after }: WindowPart): CSSProperties => ({
  paddingBlockEnd: `${before + after}px`,
  overflowAnchor: 'none',
});

/** Moves an item from its slot to its visible position by a transform, which needs no new layout. */
const shift = (down: number): CSSProperties => (down === 0 ? {} : { transform: `translateY(${down}px)` });

/** A list that keeps only the items near the view in the document, if it is long. All items have the same height. */
export function Windowed<Item extends { readonly id: string }>({
  items,
  className,
  kind,
  children,
}: WindowedProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<FocusedItem>(null);
  const shown = useWindow(list, focused, items.length);
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
    <ul ref={list} className={className} data-kind={kind} role="list" style={spaceOf(shown.part)}>
      {placed(shown).map(({ index, slot, down }) => {
        const item = items[index];
        return item === undefined ? null : (
          // The item itself handles no keys; the handlers only track the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={slot}
            style={shift(down)}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            onFocus={({ target }) => {
              focused.current = { index, control: target };
            }}
            onBlur={() => {
              focused.current = null;
            }}
          >
            <TileDetailContext value={shown.full.has(index) ? 'windowed' : 'placeholder'}>
              {children(item, index)}
            </TileDetailContext>
          </li>
        );
      })}
    </ul>
  );
}
