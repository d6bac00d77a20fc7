import { Skeleton } from '../../../components/layout/skeleton.tsx';
import styles from './hero.module.css';

/** The placeholder of a title and its tracks. */
export function DetailSkeleton() {
  return (
    <>
      <HeroSkeleton />
      <Skeleton height="20rem" />
    </>
  );
}

function HeroSkeleton() {
  return (
    <div className={styles['hero']} aria-hidden="true">
      <div className={styles['art']}>
        <Skeleton ratio="1" />
      </div>
      <div className={styles['words']}>
        <Skeleton width="6rem" height="1.25rem" />
        <Skeleton width="min(24rem, 90%)" height="3rem" />
        <Skeleton width="12rem" height="1.5rem" />
        <Skeleton width="16rem" height="1.25rem" />
        <div className={styles['actions']}>
          <Skeleton width="8rem" height="2.75rem" />
          <Skeleton width="7rem" height="2.75rem" />
        </div>
        <Skeleton height="6rem" />
      </div>
    </div>
  );
}
