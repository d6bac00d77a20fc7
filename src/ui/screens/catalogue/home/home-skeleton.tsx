import { CarouselSkeleton } from '../../../components/carousel/carousel-skeleton.tsx';

/** The placeholders of the home page: as many shelves as a tall window shows. */
export function HomeSkeleton() {
  return (
    <>
      <CarouselSkeleton kind="audio" />
      <CarouselSkeleton kind="audio" />
      <CarouselSkeleton kind="audio" />
    </>
  );
}
