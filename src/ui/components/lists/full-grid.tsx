import type { ReactNode } from 'react';
import { TileSkeleton, type TileKind } from '../tiles/tile-skeleton.tsx';
import styles from './tile-grid.module.css';

/** Tiles, and how to render each. */
export type GridProps<Item> = {
  readonly kind: TileKind;
  readonly items: readonly Item[];
  readonly renderTile: (item: Item, index: number) => ReactNode;
};

/** A few tiles in as many columns as fit, all in the document. For lists that may be long, use `TileGrid`, which loads later. */
export function FullGrid<Item extends { readonly id: string }>({ kind, items, renderTile }: GridProps<Item>) {
  return (
    // Without list markers, some screen readers need the role to announce a list.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className={styles['grid']} data-kind={kind} role="list">
      {items.map((item, index) => (
        <li key={item.id}>{renderTile(item, index)}</li>
      ))}
    </ul>
  );
}

type TileGridSkeletonProps = { readonly kind: TileKind; readonly count?: number };

export function TileGridSkeleton({ kind, count = 10 }: TileGridSkeletonProps) {
  return (
    <div className={styles['grid']} data-kind={kind} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <TileSkeleton key={index} kind={kind} />
      ))}
    </div>
  );
}
