import { CarouselSkeleton } from '../../../components/carousel/carousel-skeleton.tsx';

/** The shelves of the home page that are on their way: as many as a tall window shows. */
export function HomeSkeleton() {
  return (
    <>
      <CarouselSkeleton kind="audio" />
      <CarouselSkeleton kind="audio" />
      <CarouselSkeleton kind="audio" />
    </>
  );
}
