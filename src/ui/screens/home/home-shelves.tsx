import { observer } from 'mobx-react-lite';
import { Suspense, use, type ReactNode } from 'react';
import { MESSAGES } from '../../../application/error-catalogue.ts';
import type { Home } from '../../../application/load-home.ts';
import { PAGE_SIZES } from '../../../domain/limits.ts';
import { seesDiscountedAudios } from '../../../domain/membership.ts';
import { Answered } from '../../answers/answered.tsx';
import { FailureNotice } from '../../answers/failure-notice.tsx';
import { AudioCarousel } from '../../carousel/audio-carousel.tsx';
import { CarouselSkeleton } from '../../carousel/carousel-skeleton.tsx';
import { Carousel } from '../../carousel/carousel.tsx';
import { EmptyShelf, SeeAll, Shelf } from '../../carousel/shelf.tsx';
import { TileGrid, TileGridSkeleton } from '../../lists/tile-grid.tsx';
import { useServices } from '../../services.ts';
import { AuthorTile } from '../../tiles/author-tile.tsx';
import { CategoryTile, TopicTile } from '../../tiles/subject-tile.tsx';

type HomeShelvesProps = { readonly home: Home };

/**
 * The shelves of the home page in the order of section 2. They come together, so that none pushes another
 * down, unless one of them keeps the others waiting: then its skeleton holds its place. One that fails
 * says so there and takes no other with it.
 */
export const HomeShelves = observer(function HomeShelves({ home }: HomeShelvesProps) {
  const { user } = useServices();
  use(home.together);
  const shelves = use(home.shelves);

  // Where the whole catalogue is out of reach one alert says it, not five.
  if (!shelves.ok) return <FailureNotice kind={shelves.error.kind} message={MESSAGES.browseFailed} />;
  return (
    <>
      <ShelfOf
        heading="Recently Listened"
        more={<SeeAll to="/recently-listened" of="Recently Listened" />}
        titles={home.recentlyListened}
      />
      <ShelfOf
        heading="Your Next Listen"
        more={<SeeAll to="/recommended" of="Your Next Listen" />}
        titles={home.recommended}
      />
      <AudioCarousel
        heading="New Releases"
        more={<SeeAll to="/new-releases" of="New Releases" />}
        items={shelves.value.newReleases}
        isFirst
      />
      {seesDiscountedAudios(user.user) && shelves.value.discounts.length > 0 && (
        <AudioCarousel
          heading="Discounted Audios"
          more={<SeeAll to="/discounted" of="Discounted Audios" />}
          items={shelves.value.discounts}
        />
      )}
      <AudioCarousel
        heading="Trending Now"
        more={<SeeAll to="/trending" of="Trending Now" />}
        items={shelves.value.trending}
      />
      <AudioCarousel
        heading="Curated Collections"
        more={<SeeAll to="/curated-collections" of="Curated Collections" />}
        items={shelves.value.curatedCollections}
      />
      <Shelf
        heading="Browse By Category"
        anchor="categories"
        more={<SeeAll to="/categories" of="Categories" />}
      >
        <Subjects
          items={shelves.value.categories}
          renderTile={(category) => <CategoryTile category={category} />}
        />
      </Shelf>
      <Carousel
        heading="Browse by Author"
        more={<SeeAll to="/authors" of="Authors" />}
        items={shelves.value.authors}
        renderItem={(author) => <AuthorTile author={author} />}
      />
      <Shelf heading="Browse by Topic" more={<SeeAll to="/topics" of="Topics" />}>
        <Answered
          answer={home.topics}
          skeleton={<TileGridSkeleton kind="subject" />}
          message={MESSAGES.listFailed}
        >
          {(topics) => (
            <Subjects
              items={topics.slice(0, PAGE_SIZES.homeTopics)}
              renderTile={(topic) => <TopicTile topic={topic} />}
            />
          )}
        </Answered>
      </Shelf>
      <AudioCarousel
        heading="Quick Listens"
        note="30 mins or less"
        more={<SeeAll to="/quick-listens" of="Quick Listens" />}
        items={shelves.value.quickListens}
      />
    </>
  );
});

type SubjectsProps<Subject> = {
  readonly items: readonly Subject[];
  readonly renderTile: (subject: Subject) => ReactNode;
};

/** Categories or topics as tiles. */
function Subjects<Subject extends { readonly id: string }>(props: SubjectsProps<Subject>) {
  return props.items.length === 0 ? <EmptyShelf /> : <TileGrid kind="subject" {...props} />;
}

type ArrivedTitles = Awaited<Home['recentlyListened'] | Home['recommended']>;

type ShelfOfProps = {
  readonly heading: string;
  readonly more: ReactNode;
  /** The first page of a list, or all there is. */
  readonly titles: Promise<ArrivedTitles>;
};

/** A shelf that stands only where there is something on it, or where it failed. */
function ShelfOf(props: ShelfOfProps) {
  return (
    <Suspense fallback={<CarouselSkeleton kind="audio" />}>
      <ArrivedShelf {...props} />
    </Suspense>
  );
}

function ArrivedShelf({ heading, more, titles }: ShelfOfProps) {
  const arrived = use(titles);
  if (!arrived.ok) {
    return (
      <Shelf heading={heading}>
        <FailureNotice kind={arrived.error.kind} message={MESSAGES.listFailed} />
      </Shelf>
    );
  }
  const items = 'items' in arrived.value ? arrived.value.items : arrived.value;
  if (items.length === 0) return null;
  return <AudioCarousel heading={heading} more={more} items={items} isFirst />;
}
