import { Observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { MESSAGES } from '../../../application/messages.ts';
import type { OpenedList } from '../../../application/catalogue/open-list.ts';
import { FailureNotice } from '../resource/failure-notice.tsx';
import { LoadMore } from './load-more.tsx';

type GrowingListProps<Item extends { readonly id: string }> = {
  readonly opened: OpenedList<Item>;
  /** Stands where the first page will, in its shape. */
  readonly skeleton: ReactNode;
  /** Stands in place of an empty list. */
  readonly empty: ReactNode;
  /** Up to how many items pages come by themselves as the end comes near; no limit where it is not given. */
  readonly askedUpTo?: number;
  /** Every page comes by itself, one after the other, wherever the view is. */
  readonly whole?: boolean;
  /** Lays out what has come so far. */
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** A list that grows as the listener scrolls, or asks for more. */
export function GrowingList<Item extends { readonly id: string }>({
  opened,
  skeleton,
  empty,
  askedUpTo = Number.POSITIVE_INFINITY,
  whole = false,
  children,
}: GrowingListProps<Item>) {
  const { list } = opened;
  const ask = () => {
    void (whole ? opened.loadRest() : opened.loadMore());
  };
  const retryQuietly = async () => {
    await opened.retry();
    if (whole && list.phase !== 'failed') await opened.loadRest();
  };
  useEffect(() => {
    if (whole) void opened.loadRest();
  }, [whole, opened]);
  return (
    <Observer>
      {() => {
        const isEmpty = list.items.length === 0;
        return (
          <>
            {!isEmpty && children(list.items)}
            {isEmpty && list.phase === 'loaded' && empty}
            {isEmpty && list.phase === 'loading' && skeleton}
            {list.phase === 'failed' && (
              <FailureNotice
                kind={list.failure?.kind ?? 'unreachable'}
                message={MESSAGES.listFailed}
                onRetry={ask}
                onRetryQuietly={retryQuietly}
              />
            )}
            {!isEmpty && list.hasMore && list.phase !== 'failed' && (
              <LoadMore
                isLoading={list.phase === 'loading'}
                asksByItself={list.items.length < askedUpTo}
                onWanted={ask}
              />
            )}
          </>
        );
      }}
    </Observer>
  );
}
