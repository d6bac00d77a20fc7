import { Check, Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import type { LoadPages } from '../../../../application/catalogue/load-pages.ts';
import {
  type Arrangement,
  AS_SENT,
  countFilters,
  isAsSent,
  type OfferedArrangement,
  offeredPart,
} from '../../../../domain/catalogue/arrangement.ts';
import type {
  Author,
  AuthorId,
  ContentItem,
  Narrator,
  Series,
} from '../../../../domain/catalogue/content.ts';
import { groupBySeries, type SeriesEntry, seriesEntries } from '../../../../domain/catalogue/series.ts';
import { volumeLabel } from '../../../../domain/catalogue/volume-number.ts';
import type { Result } from '../../../../domain/result.ts';
import { useServices } from '../../../services.ts';
import { AudioCarousel } from '../../../components/carousel/carousel.tsx';
import { SeeAll, Shelf } from '../../../components/carousel/shelf.tsx';
import { Button } from 'audio-streaming-components/controls/button';
import { Cover } from '../../../components/cover/cover.tsx';
import { PageHeading, Page } from '../../../components/layout/page.tsx';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { Lazy } from '../../../components/lazy.tsx';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { TileGrid } from '../../../components/lists/windowed.tsx';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resource, Resources } from '../../../components/resource/resource.ts';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { ArrangementBar, NothingFound, useArrange } from './arranged-list.tsx';
import styles from './browsing.module.css';
import { useDownloadedFilter } from './downloaded-filter.ts';
import { Link } from '../../../navigation/link.ts';
import { t } from 'audio-streaming-translations/translate';

const importListenElsewhere = async () => (await import('../../feeds/listen-elsewhere.tsx')).ListenElsewhere;

/** The sort and the filters of the address. */
type Arranged = { readonly arrangement: Arrangement };

type AuthorScreenProps = Arranged & {
  readonly data: Resources<{ author: ReturnType<LoadPages['author']> }>;
};

/** An author and their titles (CAT-42). */
export function AuthorScreen({ data, arrangement }: AuthorScreenProps) {
  return (
    <Headed
      resource={data.author}
      above={<Link to="/authors">{t('Authors')}</Link>}
      describe={(name) => t('Everything by {name}.', { name })}
      renderAction={(author) => <FollowButton id={author.id} />}
    >
      {(page) => (
        <TitlesBySeries
          page={page}
          arrangement={arrangement}
          empty={t('There are no titles by this author yet.')}
        />
      )}
    </Headed>
  );
}

type NarratorScreenProps = Arranged & {
  readonly data: Resources<{ narrator: ReturnType<LoadPages['narrator']> }>;
};

/** A narrator and the titles that the narrator reads (CAT-236). */
export function NarratorScreen({ data, arrangement }: NarratorScreenProps) {
  return (
    <Headed
      resource={data.narrator}
      above={<Link to="/narrators">{t('Narrators')}</Link>}
      describe={(name) => t('Everything read by {name}.', { name })}
    >
      {(page) => (
        <TitlesBySeries
          page={page}
          arrangement={arrangement}
          empty={t('There are no titles of this narrator yet.')}
        />
      )}
    </Headed>
  );
}

type SeriesScreenProps = { readonly data: Resources<{ series: ReturnType<LoadPages['series']> }> };

/** A series: its titles in order, and what is missing between them (CAT-231). Other apps can play it (FEED-62). */
export function SeriesScreen({ data }: SeriesScreenProps) {
  return (
    <Headed
      resource={data.series}
      above={<Link to="/series">{t('Series')}</Link>}
      describe={(name) => t('All titles of {name}, in their order.', { name })}
      renderAction={({ id, name }) => (
        <Lazy load={importListenElsewhere} isNeeded>
          {(ListenElsewhere) => <ListenElsewhere subject={{ kind: 'series', id }} title={name} />}
        </Lazy>
      )}
    >
      {({ id, items }) => (
        <Shelf heading={t('Titles')}>
          {items.length === 0 ? (
            <EmptyState text={t('There are no titles in this series yet.')} />
          ) : (
            <TileGrid
              kind="audio"
              items={seriesEntries(items, id).map((entry) => ({ entry, id: idOf(entry) }))}
              renderTile={({ entry }) => <SeriesTile entry={entry} />}
            />
          )}
        </Shelf>
      )}
    </Headed>
  );
}

const idOf = (entry: SeriesEntry): string =>
  entry.kind === 'title' ? entry.item.id : `missing ${entry.from}`;

/** A title below its number, or a missing number. All have the same height. */
function SeriesTile({ entry }: { readonly entry: SeriesEntry }) {
  if (entry.kind === 'missing') {
    const [from, to] = [String(entry.from), String(entry.to)];
    const isOne = from === to;
    return (
      <div className={styles['missing']}>
        <p className={styles['volume']}>
          {isOne ? t('Book {number}', { number: from }) : t('Books {from}–{to}', { from, to })}
        </p>
        <p className={styles['gap']}>
          {isOne
            ? t('Book {number} is not here', { number: from })
            : t('Books {from} to {to} are not here', { from, to })}
        </p>
      </div>
    );
  }
  const volume = volumeLabel(entry.sequence);
  return (
    <>
      <p className={styles['volume']}>{volume === null ? t('No number') : t(volume)}</p>
      <AudioTile item={entry.item} showsSeries={false} />
    </>
  );
}

type TitlesBySeriesProps = Arranged & {
  readonly page: { readonly items: readonly ContentItem[]; readonly offered?: OfferedArrangement };
  readonly empty: string;
};

/** First the series, each in its order, then the single titles (CAT-236). */
const TitlesBySeries = observer(function TitlesBySeries({
  page,
  arrangement: asked,
  empty,
}: TitlesBySeriesProps) {
  const downloaded = useDownloadedFilter();
  const offered = downloaded.offer(page.offered ?? null);
  const change = useArrange(true);
  const arrangement = offered === null ? AS_SENT : offeredPart(asked, offered);
  const items = downloaded.apply(page.items, arrangement);
  const { groups, single } = isAsSent(arrangement) ? groupBySeries(items) : { groups: [], single: items };
  const isFiltered = countFilters(arrangement) > 0;
  return (
    <>
      <ArrangementBar offered={offered} arrangement={arrangement} onChange={change} />
      {groups.map(({ series, items: members }) => (
        <AudioCarousel
          key={series.id}
          heading={series.name}
          more={<SeeAll to="/series/$id" params={{ id: series.id }} of={series.name} />}
          items={members}
        />
      ))}
      {(single.length > 0 || groups.length === 0) && (
        <Shelf heading={t(groups.length === 0 ? 'Titles' : 'Single titles')}>
          {items.length === 0 && isFiltered && <NothingFound arrangement={arrangement} onChange={change} />}
          {items.length === 0 ? (
            !isFiltered && <EmptyState text={empty} />
          ) : (
            <TileGrid kind="audio" items={single} renderTile={(item) => <AudioTile item={item} />} />
          )}
        </Shelf>
      )}
    </>
  );
});

type WithTitles<Heading> = Heading & { readonly items: readonly ContentItem[] };

type HeadedProps<Heading extends Author | Narrator | Series> = {
  readonly resource: Resource<Result<WithTitles<Heading>, { readonly kind: string }>>;
  readonly above: ReactNode;
  /** The description of the page, by its heading. */
  readonly describe: (name: string) => string;
  readonly renderAction?: (heading: Heading) => ReactNode;
  readonly children: (page: WithTitles<Heading>) => ReactNode;
};

/** The page of an author, a narrator or a series: picture, name and titles. */
function Headed<Heading extends Author | Narrator | Series>({
  resource,
  above,
  describe,
  renderAction,
  children,
}: HeadedProps<Heading>) {
  return (
    <Page>
      <Loaded resource={resource} skeleton={<AuthorSkeleton />} holdsHeading>
        {(page) => (
          <>
            <header className={styles['hero']}>
              <div className={styles['portrait']}>
                <Cover address={page.imageUrl} shape="circle" isFirst />
              </div>
              <div className={styles['words']}>
                <p className={styles['above']}>{above}</p>
                <PageHeading title={page.name} description={describe(page.name)} />
                {renderAction?.(page)}
              </div>
            </header>
            {children(page)}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function AuthorSkeleton() {
  return (
    <>
      <div className={styles['hero']}>
        <div className={styles['portrait']}>
          <Skeleton ratio="1" round />
        </div>
        <div className={styles['words']}>
          <Skeleton width="6rem" height="1rem" />
          <Skeleton width="16rem" height="3rem" />
          <Skeleton width="8rem" height="2.75rem" />
        </div>
      </div>
      <TileGridSkeleton kind="audio" />
    </>
  );
}

type FollowButtonProps = { readonly id: AuthorId };

/** Follows or unfollows an author. It loads the followed authors if they are unknown. */
const FollowButton = observer(function FollowButton({ id }: FollowButtonProps) {
  const { favorites, favoriteToggle } = useServices();
  const isKnown = favorites.isFollowed(id) !== null;
  useEffect(() => {
    if (isKnown) return undefined;
    const controller = new AbortController();
    void favoriteToggle.loadFollowed(id, controller.signal);
    return () => controller.abort();
  }, [id, isKnown, favoriteToggle]);
  const isFollowed = favorites.isFollowed(id) === true;
  const Icon = isFollowed ? Check : Plus;
  return (
    <Button
      aria-pressed={isFollowed}
      aria-busy={favorites.isSaving(id)}
      onClick={() => {
        void favoriteToggle.toggleAuthor(id);
      }}
    >
      <Icon aria-hidden="true" size={18} />
      {t({ text: 'Follow', context: 'favorite' })}
    </Button>
  );
});
