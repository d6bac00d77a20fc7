import { observer } from 'mobx-react-lite';
import { use, type ReactNode } from 'react';
import { MESSAGES } from '../../../application/error-catalogue.ts';
import type { Home } from '../../../application/load-home.ts';
import { seesDiscountedAudios } from '../../../domain/membership.ts';
import { FailureNotice } from '../../answers/failure-notice.tsx';
import { AudioCarousel } from '../../carousel/audio-carousel.tsx';
import { Carousel } from '../../carousel/carousel.tsx';
import { SeeAll, Shelf } from '../../carousel/shelf.tsx';
import { TileGrid } from '../../lists/tile-grid.tsx';
import { useServices } from '../../services.ts';
import { AuthorTile } from '../../tiles/author-tile.tsx';
import { CategoryTile, TopicTile } from '../../tiles/subject-tile.tsx';

type HomeShelvesProps = { readonly home: Home };

/**
 * The shelves of the home page in the order of section 2. They come together, so that none pushes another
 * down; one that fails says so in its place and takes no other with it.
 */
export const HomeShelves = observer(function HomeShelves({ home }: HomeShelvesProps) {
  const { user } = useServices();
  const shelves = use(home.shelves);
  const recentlyListened = use(home.recentlyListened);
  const recommended = use(home.recommended);
  const discounted = use(home.discounted);
  const topics = use(home.topics);

  // Where the whole catalogue is out of reach one alert says it, not five.
  if (!shelves.ok) return <FailureNotice kind={shelves.error.kind} message={MESSAGES.browseFailed} />;
  const isFirstShelf = !hasItems(recentlyListened) && !hasItems(recommended);
  return (
    <>
      <ShelfOf
        heading="Recently Listened"
        more={<SeeAll to="/recently-listened" of="Recently Listened" />}
        page={recentlyListened}
        isFirst
      />
      <ShelfOf
        heading="Your Next Listen"
        more={<SeeAll to="/recommended" of="Your Next Listen" />}
        page={recommended}
        isFirst
      />
      <AudioCarousel
        heading="New Releases"
        more={<SeeAll to="/new-releases" of="New Releases" />}
        items={shelves.value.newReleases}
        isFirst={isFirstShelf}
      />
      {seesDiscountedAudios(user.user) && (
        <ShelfOf
          heading="Discounted Audios"
          more={<SeeAll to="/discounted" of="Discounted Audios" />}
          page={discounted}
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
      <Shelf heading="Browse By Category" anchor="categories">
        <TileGrid
          kind="subject"
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
        {topics.ok ? (
          <TileGrid kind="subject" items={topics.value} renderTile={(topic) => <TopicTile topic={topic} />} />
        ) : (
          <FailureNotice kind={topics.error.kind} message={MESSAGES.listFailed} />
        )}
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

type PageOutcome = Awaited<Home['recommended']>;

const hasItems = (page: PageOutcome): boolean => page.ok && page.value.items.length > 0;

type ShelfOfProps = {
  readonly heading: string;
  readonly more: ReactNode;
  readonly page: PageOutcome;
  readonly isFirst?: boolean;
};

/** A shelf that stands only where there is something on it, or where it failed. */
function ShelfOf({ heading, more, page, isFirst = false }: ShelfOfProps) {
  if (!page.ok) {
    return (
      <Shelf heading={heading}>
        <FailureNotice kind={page.error.kind} message={MESSAGES.listFailed} />
      </Shelf>
    );
  }
  if (page.value.items.length === 0) return null;
  return <AudioCarousel heading={heading} more={more} items={page.value.items} isFirst={isFirst} />;
}
