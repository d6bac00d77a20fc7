import type { ReactNode } from 'react';
import type { TileKind } from '../tiles/tile-skeleton.tsx';
import styles from './tile-grid.module.css';
import { Windowed } from './windowed.tsx';

type TileGridProps<Item> = {
  readonly kind: TileKind;
  readonly items: readonly Item[];
  readonly renderTile: (item: Item, index: number) => ReactNode;
};

/** Tiles in as many columns as fit. */
export function TileGrid<Item extends { readonly id: string }>({
  kind,
  items,
  renderTile,
}: TileGridProps<Item>) {
  return (
    <Windowed items={items} className={styles['grid']} kind={kind}>
      {renderTile}
    </Windowed>
  );
}
