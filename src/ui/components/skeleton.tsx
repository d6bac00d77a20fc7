import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

type SkeletonProps = {
  /** CSS lengths; the width is the container's unless given. */
  readonly width?: string;
  readonly height?: string;
  /** `width / height`, in place of a height. */
  readonly ratio?: string;
  readonly round?: boolean;
};

/** Holds the place of something that is on its way, in its size; nothing to a screen reader. */
export function Skeleton({ width, height, ratio, round = false }: SkeletonProps) {
  const size: CSSProperties = {};
  if (width !== undefined) size.width = width;
  if (height !== undefined) size.height = height;
  if (ratio !== undefined) size.aspectRatio = ratio;
  if (round) size.borderRadius = '50%';
  return <span className={styles['skeleton']} style={size} data-skeleton="" aria-hidden="true" />;
}
