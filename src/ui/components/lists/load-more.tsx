import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './load-more.module.css';

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
export function LoadMore({ isLoading, loadsAutomatically, onRequest }: LoadMoreProps) {
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
        {isLoading ? 'Loading more' : 'Load more'}
      </Button>
    </div>
  );
}
