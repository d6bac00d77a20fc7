import { Sparkles } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import type { Home } from '../../../../application/catalogue/load-pages.ts';
import { MESSAGES } from '../../../../application/notices-state.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { type Instant, greeting } from '../../../../domain/time.ts';
import { CAROUSEL, slidesInView } from '../../../components/carousel/carousel-rule.ts';
import { PAGE_SIZES } from '../../../../domain/catalogue/page-sizes.ts';
import { seesDiscountedAudios } from '../../../../domain/entitlement/play-decision.ts';
import { type Services, useServices } from '../../../services.ts';
import { Carousel, AudioCarousel } from '../../../components/carousel/carousel.tsx';
import {
  EmptyShelf,
  SeeAll,
  Shelf,
  CarouselSkeleton,
  StagedShelves,
} from '../../../components/carousel/shelf.tsx';
import { Button } from 'audio-streaming-components/controls/button';
import { Page, ScreenHeading } from '../../../components/layout/page.tsx';
import { FullGrid, TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { FailureNotice } from '../../../components/resource/failure-notice.tsx';
import { Resource, type Resources, useResource } from '../../../components/resource/resource.ts';
import { AuthorTile, CategoryTile, TopicTile } from '../../../components/tiles/author-and-subject-tiles.tsx';
import { useMovingTime } from '../../../components/use-moving-time.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { runWhenIdle } from '../../../components/use-render-stages.ts';
import styles from './home.module.css';
import { shownFirstName } from '../../../components/listener-name.ts';
import { t } from 'audio-streaming-translations/translate';

type HomeScreenProps = { readonly data: HomeResources };

/** The home page. */
export function HomeScreen({ data }: HomeScreenProps) {
  const isTogether = useResource(data.together) ?? false;
  return (
    <Page>
      <Greeting />
      {isTogether ? <HomeShelves home={data} /> : <HomeSkeleton />}
      <AskTheUniverse />
    </Page>
  );
}

const wordsOf = (_: unknown, { time, user }: Services): string => {
  const words = t(greeting(new Date(time.now).getHours()));
  return user.listener.kind === 'known'
    ? t('{greeting}, {name}', { greeting: words, name: shownFirstName(user) })
    : words;
};

/** No further instants: the greeting changes only with the hour. */
const EACH_HOUR: readonly Instant[] = [];

const Greeting = observer(function Greeting() {
  useMovingTime(EACH_HOUR);
  return (
    <ScreenHeading
      title={useOutcome(wordsOf, null)}
      description={t(
        'Audiobooks, podcasts, meditations and quick listens, picked for you and fresh every day.',
      )}
    />
  );
});

type HomeShelvesProps = { readonly home: HomeResources };

/**
 * The shelves of the home page in their order (CAT-1). They appear together, so that no shelf moves another. A slow
 * shelf does not delay the others for long: its skeleton reserves its space (CAT-8). A failed shelf shows its own
 * failure (CAT-12, CAT-3).
 */
const HomeShelves = observer(function HomeShelves({ home }: HomeShelvesProps) {
  const { user, preloadAudio } = useServices();
  const shelves = useResource(home.shelves);
  const recent = useResource(home.recentlyListened);
  useEffect(() => {
    if (recent?.ok === true) runWhenIdle(() => preloadAudio.preloadAddresses(itemsOf(recent)));
  }, [recent, preloadAudio]);
  const recommended = useResource(home.recommended);

  if (shelves === undefined) return <HomeSkeleton />;
  // If the whole catalogue cannot be loaded, one alert says so instead of five (CAT-11).
  if (!shelves.ok)
    return <FailureNotice kind={shelves.error.kind} message={MESSAGES.browseFailed} offersDownloads />;
  return (
    <StagedShelves>
      {isShown(recent) && (
        <ShelfOf
          heading={t('Recently Listened')}
          more={<SeeAll to="/recently-listened" of={t('Recently Listened')} />}
          titles={recent}
          isFirst
        />
      )}
      {isShown(recommended) && (
        <ShelfOf
          heading={t('Your Next Listen')}
          more={<SeeAll to="/recommended" of={t('Your Next Listen')} />}
          titles={recommended}
          isFirst={!isShown(recent)}
        />
      )}
      <AudioCarousel
        heading={t('New Releases')}
        more={<SeeAll to="/new-releases" of={t('New Releases')} />}
        items={shelves.value.newReleases}
        isFirst={!isShown(recent) && !isShown(recommended)}
      />
      {seesDiscountedAudios(user.listener) && shelves.value.discounts.length > 0 && (
        <AudioCarousel
          heading={t('Discounted Audios')}
          more={<SeeAll to="/discounted" of={t('Discounted Audios')} />}
          items={shelves.value.discounts}
        />
      )}
      <AudioCarousel
        heading={t('Trending Now')}
        more={<SeeAll to="/trending" of={t('Trending Now')} />}
        items={shelves.value.trending}
      />
      <AudioCarousel
        heading={t('Curated Collections')}
        more={<SeeAll to="/curated-collections" of={t('Curated Collections')} />}
        items={shelves.value.curatedCollections}
      />
      <Shelf
        heading={t('Browse By Category')}
        anchor="categories"
        more={<SeeAll to="/categories" of={t('Categories')} />}
      >
        <Subjects
          items={shelves.value.categories}
          renderTile={(category) => <CategoryTile category={category} />}
        />
      </Shelf>
      <Carousel
        heading={t('Browse by Author')}
        more={<SeeAll to="/authors" of={t('Authors')} />}
        items={shelves.value.authors}
        renderItem={(author) => <AuthorTile author={author} />}
      />
      <Shelf heading={t('Browse by Topic')} more={<SeeAll to="/topics" of={t('Topics')} />}>
        <Topics resource={home.topics} />
      </Shelf>
      <AudioCarousel
        heading={t('Quick Listens')}
        note={t('30 mins or less')}
        more={<SeeAll to="/quick-listens" of={t('Quick Listens')} />}
        items={shelves.value.quickListens}
      />
    </StagedShelves>
  );
});

type SubjectsProps<Subject> = {
  readonly items: readonly Subject[];
  readonly renderTile: (subject: Subject) => ReactNode;
};

/** Categories or topics as tiles. */
function Subjects<Subject extends { readonly id: string }>(props: SubjectsProps<Subject>) {
  return props.items.length === 0 ? <EmptyShelf /> : <FullGrid kind="subject" {...props} />;
}

/** Topics, or why they could not be loaded (CAT-2). */
function Topics({ resource }: { readonly resource: HomeResources['topics'] }) {
  const topics = useResource(resource);
  if (topics === undefined) return <TileGridSkeleton kind="subject" />;
  if (!topics.ok) return <FailureNotice kind={topics.error.kind} message={MESSAGES.listFailed} />;
  return (
    <Subjects
      items={topics.value.slice(0, PAGE_SIZES.homeTopics)}
      renderTile={(topic) => <TopicTile topic={topic} />}
    />
  );
}

type LoadedTitles = NonNullable<HomeResources['recentlyListened' | 'recommended']['value']>;

/** The titles of a first page, or of a complete list. */
const itemsOf = (titles: LoadedTitles): readonly ContentItem[] => {
  if (!titles.ok) return [];
  return 'items' in titles.value ? titles.value.items : titles.value;
};

/** A shelf is shown if it has titles, is loading, or has failed. */
const isShown = (titles: LoadedTitles | undefined): boolean =>
  titles === undefined || !titles.ok || itemsOf(titles).length > 0;

type ShelfOfProps = {
  readonly heading: string;
  readonly more: ReactNode;
  readonly titles: LoadedTitles | undefined;
  readonly isFirst: boolean;
};

/**
 * Shows titles, or why they could not be loaded. If the first shelf fails, it offers the downloads, because the other shelves
 * may be cached and offer none (DOWN-59).
 */
function ShelfOf({ heading, more, titles, isFirst }: ShelfOfProps) {
  if (titles === undefined) return <CarouselSkeleton kind="audio" />;
  if (titles.ok)
    return <AudioCarousel heading={heading} more={more} items={itemsOf(titles)} isFirst={isFirst} />;
  return (
    <Shelf heading={heading}>
      <FailureNotice kind={titles.error.kind} message={MESSAGES.listFailed} offersDownloads={isFirst} />
    </Shelf>
  );
}

/** Plays a random title, if the play decision allows it (CAT-10). */
function AskTheUniverse() {
  const { playerControls } = useServices();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await playerControls.playRandom();
    setAsking(false);
  };
  return (
    <div className={styles['panel']}>
      <p className={styles['line']}>{t('Can’t decide? Let chance pick your next listen.')}</p>
      <Button
        look="primary"
        aria-busy={isAsking}
        aria-disabled={isAsking}
        onClick={() => {
          if (!isAsking) void ask();
        }}
      >
        <Sparkles className={styles['icon']} aria-hidden="true" />
        {t('Ask the Universe')}
      </Button>
    </div>
  );
}

/** The placeholders of the home page: as many shelves as a tall window shows. */
function HomeSkeleton() {
  return (
    <>
      <CarouselSkeleton kind="audio" />
      <CarouselSkeleton kind="audio" />
      <CarouselSkeleton kind="audio" />
    </>
  );
}

/** Requests the covers of the first shelf as soon as its titles are known, also while React still loads (APP-75). */
export async function loadFirstCovers(home: Home, mediaUrl: Services['mediaUrl']): Promise<void> {
  const recent = itemsOf(await home.recentlyListened);
  const titles = recent.length > 0 ? recent : itemsOf(await home.recommended);
  for (const { imageUrl } of titles.slice(0, slidesInView(CAROUSEL, window.innerWidth))) {
    const address = mediaUrl(imageUrl);
    if (address === null) continue;
    const cover = new Image();
    cover.fetchPriority = 'high';
    cover.src = address;
  }
}

/** The resources of the home page. */
type HomeResources = Resources<Home>;

export const homeResources = (home: Home): HomeResources => ({
  shelves: new Resource(home.shelves),
  recentlyListened: new Resource(home.recentlyListened),
  recommended: new Resource(home.recommended),
  topics: new Resource(home.topics),
  together: new Resource(home.together),
});
