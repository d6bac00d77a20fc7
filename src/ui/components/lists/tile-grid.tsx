import styles from './tile-grid.module.css';
import type { GridProps } from './full-grid.tsx';
import { Windowed } from './windowed.tsx';

/** Tiles in as many columns as fit. */
export function TileGrid<Item extends { readonly id: string }>({ kind, items, renderTile }: GridProps<Item>) {
  return (
    <Windowed items={items} className={styles['grid']} kind={kind}>
      {renderTile}
    </Windowed>
  );
}
