import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './load-more.module.css';

/** The distance from the view at which the next page is requested. */
const AHEAD = '800px';

type LoadMoreProps = {
  readonly isLoading: boolean;
  readonly asksByItself: boolean;
  readonly onWanted: () => void;
};

/**
 * The end of a list that has more pages: requests the next one near the view, if allowed, or by its button (CAT-23).
 */
export function LoadMore({ isLoading, asksByItself, onWanted }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const want = useEffectEvent(onWanted);
  useEffect(() => {
    const element = end.current;
    if (element === null || isLoading || !asksByItself) return undefined;
    // A new observer after each page reports at once whether the end is still near.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) want();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [isLoading, asksByItself]);
  return (
    <div ref={end} className={styles['end']}>
      <Button aria-busy={isLoading} aria-disabled={isLoading} onClick={onWanted}>
        {isLoading ? 'Loading more' : 'Load more'}
      </Button>
    </div>
  );
}
