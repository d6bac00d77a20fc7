import { useEffect, useState, type ReactNode } from 'react';
import type { Item } from '../wire.ts';

/** The sizes of the style sheet. */
const COLUMN_PIXELS = 190;
const GAP_PIXELS = 16;
const ROW_PIXELS = 260 + GAP_PIXELS;
const PADDING_PIXELS = 2 * GAP_PIXELS;
const WIDEST_PIXELS = 1_280;
/** Rows above and below the view. */
const MORE_ROWS = 4;

type LongListProps = { readonly items: readonly Item[]; readonly tile: (item: Item) => ReactNode };

/** A list that scrolls with the page and renders the rows in view, and a few more. */
export function LongList({ items, tile }: LongListProps) {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const follow = (): void => setTop(Math.floor(scrollY / ROW_PIXELS));
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  const width = Math.min(document.documentElement.clientWidth, WIDEST_PIXELS) - PADDING_PIXELS;
  const columns = Math.floor((width + GAP_PIXELS) / (COLUMN_PIXELS + GAP_PIXELS));
  const first = Math.max(0, top - MORE_ROWS);
  const last = top + Math.ceil(innerHeight / ROW_PIXELS) + MORE_ROWS;
  return (
    <div style={{ height: Math.ceil(items.length / columns) * ROW_PIXELS }}>
      <div className="grid list" style={{ transform: `translateY(${first * ROW_PIXELS}px)` }}>
        {items.slice(first * columns, last * columns).map(tile)}
      </div>
    </div>
  );
}
