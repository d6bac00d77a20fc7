import type { ReactNode } from 'react';
import { CAROUSEL } from '../../../domain/catalogue/limits.ts';
import type { ContentItem } from '../../../domain/catalogue/content.ts';
import { AudioTile } from '../tiles/audio-tile.tsx';
import { Carousel } from './carousel.tsx';

type AudioCarouselProps = {
  readonly heading: string;
  /** A link around the heading, with the same text. */
  readonly headingLink?: ReactNode;
  readonly note?: string;
  /** A `SeeAll` link. */
  readonly more?: ReactNode;
  readonly items: readonly ContentItem[];
  /** Set for the first carousel of a page: the covers of its first view are fetched at once. */
  readonly isFirst?: boolean;
};

export function AudioCarousel({ isFirst = false, ...carousel }: AudioCarouselProps) {
  return (
    <Carousel
      {...carousel}
      renderItem={(item, index) => <AudioTile item={item} isFirst={isFirst && index < CAROUSEL.slides} />}
    />
  );
}
