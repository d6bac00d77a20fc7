import type { ReactNode } from 'react';
import { TileSkeleton, type TileKind } from '../tiles/tile-skeleton.tsx';
import styles from './tile-grid.module.css';

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
    // Without its marks a list is none to some screen readers, unless it says so.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className={styles['grid']} data-kind={kind} role="list">
      {items.map((item, index) => (
        <li key={item.id}>{renderTile(item, index)}</li>
      ))}
    </ul>
  );
}

type TileGridSkeletonProps = { readonly kind: TileKind; readonly count?: number };

/** Tiles that are on their way. */
export function TileGridSkeleton({ kind, count = 10 }: TileGridSkeletonProps) {
  return (
    <div className={styles['grid']} data-kind={kind} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        <TileSkeleton key={place} kind={kind} />
      ))}
    </div>
  );
}
