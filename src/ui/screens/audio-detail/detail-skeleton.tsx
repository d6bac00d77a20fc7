import { Skeleton } from '../../parts/skeleton.tsx';
import heroStyles from './hero.module.css';
import styles from './tracks.module.css';

/** A title that is on its way. */
export function HeroSkeleton() {
  return (
    <div className={heroStyles['hero']} aria-hidden="true">
      <div className={heroStyles['art']}>
        <Skeleton ratio="1" />
      </div>
      <div className={heroStyles['words']}>
        <Skeleton width="6rem" height="1.25rem" />
        <Skeleton width="min(24rem, 90%)" height="3rem" />
        <Skeleton width="12rem" height="1.5rem" />
        <Skeleton width="16rem" height="1.25rem" />
        <div className={heroStyles['actions']}>
          <Skeleton width="8rem" height="2.75rem" />
          <Skeleton width="7rem" height="2.75rem" />
        </div>
        <Skeleton height="6rem" />
      </div>
    </div>
  );
}

/** Its tracks that are on their way. */
export function TracksSkeleton() {
  return (
    <div className={styles['tracks']} aria-hidden="true">
      <Skeleton width="9rem" height="1.75rem" />
      <Skeleton height="16rem" />
    </div>
  );
}
