import { Observer } from 'mobx-react-lite';
import { useEffect, type ReactNode, useEffectEvent, useRef } from 'react';
import { MESSAGES } from '../../../application/notices-state.ts';
import type { OpenedList } from '../../../application/catalogue/lists.ts';
import { FailureNotice } from '../resource/failure-notice.tsx';
import { Button } from 'audio-streaming-components/controls/button';
import styles from './lists.module.css';
import { t } from 'audio-streaming-translations/translate';

type GrowingListProps<Item extends { readonly id: string }> = {
  readonly opened: OpenedList<Item>;
  /** Shown until the first page has loaded, in its shape. */
  readonly skeleton: ReactNode;
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
  /** Pages load automatically near the end until the list has this many items; no limit if absent. */
  readonly loadsUpTo?: number;
  /** Loads every page automatically, one after the other, wherever the view is. */
  readonly loadsAll?: boolean;
  /** Renders the items loaded so far. */
  readonly children: (items: readonly Item[]) => ReactNode;
};

/** A list that loads more as the listener scrolls, or on request (CAT-23). */
export function GrowingList<Item extends { readonly id: string }>({
  opened,
  skeleton,
  empty,
  loadsUpTo = Number.POSITIVE_INFINITY,
  loadsAll = false,
  children,
}: GrowingListProps<Item>) {
  const { list } = opened;
  const load = () => {
    void (loadsAll ? opened.loadRest() : opened.loadMore());
  };
  const retryQuietly = async () => {
    await opened.retry();
    if (loadsAll && list.phase !== 'failed') await opened.loadRest();
  };
  useEffect(() => {
    if (loadsAll) void opened.loadRest();
  }, [loadsAll, opened]);
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
                offersDownloads={isEmpty}
                onRetry={load}
                onRetryQuietly={retryQuietly}
              />
            )}
            {!isEmpty && list.hasMore && list.phase !== 'failed' && (
              <LoadMore
                isLoading={list.phase === 'loading'}
                loadsAutomatically={list.items.length < loadsUpTo}
                onRequest={load}
              />
            )}
          </>
        );
      }}
    </Observer>
  );
}

/** The distance from the view at which the next page is requested. */
const AHEAD = '800px';

type LoadMoreProps = {
  readonly isLoading: boolean;
  readonly loadsAutomatically: boolean;
  readonly onRequest: () => void;
};

/**
 * The end of a list that has more pages. Its button requests the next page. If `loadsAutomatically` is set, it also
 * requests the page when it is near the view (CAT-23).
 */
function LoadMore({ isLoading, loadsAutomatically, onRequest }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const request = useEffectEvent(onRequest);
  useEffect(() => {
    const element = end.current;
    if (element === null || isLoading || !loadsAutomatically) return undefined;
    // A new observer after each page reports at once whether the end is still near.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) request();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [isLoading, loadsAutomatically]);
  return (
    <div ref={end} className={styles['end']}>
      <Button aria-busy={isLoading} aria-disabled={isLoading} onClick={onRequest}>
        {t(isLoading ? 'Loading more' : 'Load more')}
      </Button>
    </div>
  );
}
