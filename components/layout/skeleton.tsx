import { use, useLayoutEffect, type CSSProperties } from 'react';
import { PageFrameContext } from './page-frame.ts';
import styles from './skeleton.module.css';

type SkeletonProps = {
  /** CSS lengths; the default width is that of the container. */
  readonly width?: string;
  readonly height?: string;
  /** `width / height`, instead of a height. */
  readonly ratio?: string;
  readonly round?: boolean;
};

/** Reserves the space of content that is loading; hidden from screen readers. */
export function Skeleton({ width, height, ratio, round = false }: SkeletonProps) {
  const frame = use(PageFrameContext);
  useLayoutEffect(() => frame.showSkeleton(), [frame]);
  const size: CSSProperties = {};
  if (width !== undefined) size.width = width;
  if (height !== undefined) size.height = height;
  if (ratio !== undefined) size.aspectRatio = ratio;
  if (round) size.borderRadius = '50%';
  return <span className={styles['skeleton']} style={size} data-skeleton="" aria-hidden="true" />;
}
