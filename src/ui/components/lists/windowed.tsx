import {
  memo,
  useCallback,
  useRef,
  type CSSProperties,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { TileDetailContext, type TileDetail } from '../tile-detail.ts';
import {
  positionedItems,
  type ShownWindow,
  atFirst,
  isSettled,
  moved,
  rested,
  settledByOne,
  slotsOf,
  windowPart,
  type WindowPart,
} from './shown-window.ts';
import { afterFrame } from '../use-render-stages.ts';
import type { GridProps } from './full-grid.tsx';
import styles from './tile-grid.module.css';

type WindowedProps<Item> = {
  readonly items: readonly Item[];
  readonly className: string | undefined;
  /** The kind of the tiles in a grid; absent for a column. */
  readonly kind?: string;
  readonly children: (item: Item, index: number) => ReactNode;
};

/**
 * The space of the items that are not in the document. Scroll anchoring is off: items keep their position when others are
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
      {positionedItems(shown).map(({ index, slot, down }) => (
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
type FocusedItem = { readonly index: number; readonly control: HTMLElement };

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
function useWindow(
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

/** Tiles in as many columns as fit. */
export function TileGrid<Item extends { readonly id: string }>({ kind, items, renderTile }: GridProps<Item>) {
  return (
    <Windowed items={items} className={styles['grid']} kind={kind}>
      {renderTile}
    </Windowed>
  );
}
