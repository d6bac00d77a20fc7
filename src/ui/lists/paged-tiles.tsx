import { Observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { MESSAGES } from '../../application/error-catalogue.ts';
import type { OpenedList } from '../../application/open-list.ts';
import { FailureNotice } from '../answers/failure-notice.tsx';
import type { TileKind } from '../tiles/tile-skeleton.tsx';
import { LoadMore } from './load-more.tsx';
import { TileGridSkeleton } from './tile-grid.tsx';

type PagedTilesProps<Item extends { readonly id: string }> = {
  /** Which tiles are on their way. */
  readonly kind: TileKind;
  readonly opened: OpenedList<Item>;
  /** Stands in place of an empty list. */
  readonly empty: ReactNode;
  /** Lays out what has come so far. */
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** A list of tiles that grows as the listener scrolls, or asks for more. */
export function PagedTiles<Item extends { readonly id: string }>({
  kind,
  opened,
  empty,
  children,
}: PagedTilesProps<Item>) {
  const { list } = opened;
  const ask = () => {
    void opened.more();
  };
  return (
    <Observer>
      {() => {
        const isEmpty = list.items.length === 0;
        return (
          <>
            {!isEmpty && children(list.items)}
            {isEmpty && list.phase === 'loaded' && empty}
            {isEmpty && list.phase === 'loading' && <TileGridSkeleton kind={kind} />}
            {list.phase === 'failed' && (
              <FailureNotice
                kind={list.failure?.kind ?? 'unreachable'}
                message={MESSAGES.listFailed}
                onRetry={ask}
              />
            )}
            {!isEmpty && list.hasMore && list.phase !== 'failed' && (
              <LoadMore isLoading={list.phase === 'loading'} onWanted={ask} />
            )}
          </>
        );
      }}
    </Observer>
  );
}
