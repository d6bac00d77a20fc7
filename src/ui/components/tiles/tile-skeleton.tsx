import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import styles from './tiles.module.css';

/** The kind of the tile that is loading. */
export type TileKind = 'audio' | 'author' | 'subject';

type TileSkeletonProps = { readonly kind: TileKind };

/** The placeholder of a tile that is loading: the same boxes, the same heights. */
export function TileSkeleton({ kind }: TileSkeletonProps) {
  if (kind === 'subject') return <Skeleton ratio="3 / 2" />;
  return (
    <div className={styles['tileSkeleton']} data-kind={kind}>
      <Skeleton ratio="1" round={kind === 'author'} />
      <div className={styles['text']}>
        <Skeleton height="1rem" width={kind === 'author' ? '60%' : '85%'} />
        {kind === 'audio' && <Skeleton height="0.75rem" width="55%" />}
      </div>
    </div>
  );
}
