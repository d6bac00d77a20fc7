import { memo, useCallback, useRef, type CSSProperties, type ReactNode } from 'react';
import { TileDetailContext, type TileDetail } from '../tiles/tile-detail.ts';
import { placed, type ShownWindow } from './shown-window.ts';
import { useWindow, type FocusedItem } from './use-window.ts';

type WindowedProps<Item> = {
  readonly items: readonly Item[];
  readonly className: string | undefined;
  /** The kind of the tiles in a grid; absent for a column. */
  readonly kind?: string;
  readonly children: (item: Item, index: number) => ReactNode;
};

/**
 * The space of the items that are not in the document. Scroll anchoring is off: items stay in place when others are
 * added or removed. A fast list takes no pointer events: its tiles pass below a pointer that chooses none of them, and to
 * show and preload each of them as chosen would cost more than to render it.
 */
const styleOf = ({ part: { before, after }, isFast }: ShownWindow): CSSProperties => ({
  paddingBlockEnd: `${before + after}px`,
  overflowAnchor: 'none',
  ...(isFast && { pointerEvents: 'none' }),
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
  const onFocusMoved = useCallback((item: FocusedItem | null) => {
    focused.current = item;
  }, []);
  const renderAt = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? null : children(item, index);
    },
    [items, children],
  );
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
    <ul ref={list} className={className} data-kind={kind} role="list" style={styleOf(shown)}>
      {placed(shown).map(({ index, slot, down }) => (
        <Slot
          key={slot}
          index={index}
          count={items.length}
          down={down}
          detail={shown.full.has(index) ? 'windowed' : 'placeholder'}
          onFocusMoved={onFocusMoved}
          renderAt={renderAt}
        />
      ))}
    </ul>
  );
}

type SlotProps = {
  readonly index: number;
  readonly count: number;
  readonly down: number;
  readonly detail: TileDetail;
  /** Called with the item when it gets the focus, and with null when it loses it. */
  readonly onFocusMoved: (focused: FocusedItem | null) => void;
  readonly renderAt: (index: number) => ReactNode;
};

/** An item of a long list. It renders only when it changes, and not for each row that enters the list. */
const Slot = memo(function Slot({ index, count, down, detail, onFocusMoved, renderAt }: SlotProps) {
  return (
    // The item itself handles no keys; the handlers only track the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      style={shift(down)}
      aria-posinset={index + 1}
      aria-setsize={count}
      onFocus={({ target }) => {
        onFocusMoved({ index, control: target });
      }}
      onBlur={() => {
        onFocusMoved(null);
      }}
    >
      <TileDetailContext value={detail}>{renderAt(index)}</TileDetailContext>
    </li>
  );
});
