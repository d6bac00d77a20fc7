import { CAROUSEL } from '../../../domain/catalogue/limits.ts';
import { Skeleton } from '../layout/skeleton.tsx';
import { TileSkeleton, type TileKind } from '../tiles/tile-skeleton.tsx';
import styles from './carousel.module.css';

type CarouselSkeletonProps = { readonly kind: TileKind };

export function CarouselSkeleton({ kind }: CarouselSkeletonProps) {
  return (
    <div className={styles['shelf']} aria-hidden="true">
      <div className={styles['header']}>
        <Skeleton width="12rem" height="1.5rem" />
      </div>
      <div className={styles['container']}>
        <div className={styles['row']}>
          {Array.from({ length: CAROUSEL.slides }, (_, index) => (
            <div key={index} className={styles['slide']}>
              <TileSkeleton kind={kind} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
