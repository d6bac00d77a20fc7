import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../button.tsx';
import styles from './load-more.module.css';

/** How far ahead of the view the next page is asked for. */
const AHEAD = '800px';

type LoadMoreProps = {
  readonly isLoading: boolean;
  readonly asksByItself: boolean;
  readonly onWanted: () => void;
};

/** The end of a list that goes on: asks for more while it is near, if it may, or when its button is used. */
export function LoadMore({ isLoading, asksByItself, onWanted }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const want = useEffectEvent(onWanted);
  useEffect(() => {
    const element = end.current;
    if (element === null || isLoading || !asksByItself) return undefined;
    // Made anew after every page, it says at once whether the end is still near.
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
