import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback, useEffect, useId, useMemo } from 'react';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import { type ContentId, type ContentItem, formatRunTime } from '../../../../domain/catalogue/content.ts';
import { type FoundIn, foundIn } from '../../../../domain/catalogue/why-found.ts';
import { knownDecision } from '../../../../domain/entitlement/play-decision.ts';
import { positionQuery } from '../../../../domain/playback/share-link.ts';
import { linkToMatch } from '../../../../domain/transcripts/transcript.ts';
import { useHistoryAudios } from '../../../navigation/use-history-lists.ts';
import { useServices } from '../../../services.ts';
import { AudioCarousel } from '../../../components/carousel/carousel.tsx';
import { CarouselSkeleton } from '../../../components/carousel/shelf.tsx';
import { buttonClass } from 'audio-streaming-components/controls/button';
import { Page, ScreenHeading } from '../../../components/layout/page.tsx';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { TileGrid } from '../../../components/lists/windowed.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { ResultsContext, TitleOpenedContext } from '../../../components/tiles/tile-link.tsx';
import { ArrangedList } from './arranged-list.tsx';
import { Link } from '../../../navigation/link.ts';
import styles from './browsing.module.css';
import { t } from 'audio-streaming-translations/translate';
import { Sentence } from 'audio-streaming-components/sentence';

/** The search and its results. `category` is null for the overview, `opened` is null for an empty search. */
export type SearchScreenProps = {
  readonly data: {
    readonly term: string;
    readonly category: string | null;
    readonly opened: OpenedList<ContentItem> | null;
  };
};

/** How many results an overview loads automatically. More results only extend its rows, so its end stays in view. */
const OVERVIEW = 24;

const renderTile = (item: ContentItem) => <AudioTile item={item} headingLevel={2} />;

/** Search results, all of them or those of one category. */
export function SearchScreen({ data: { term, category, opened } }: SearchScreenProps) {
  useHistoryAudios(opened);
  const { usage, search, lists } = useServices();
  useEffect(() => {
    lists.showSearch(term, opened);
  }, [lists, term, opened]);
  const recordOpened = useCallback(
    (id: ContentId) => usage.recordSearchResult(search.query, search.results, id),
    [usage, search],
  );
  const headingId = useId();
  if (opened === null) {
    return (
      <Page>
        <ScreenHeading
          title={t('Search')}
          description={t('Search among all audiobooks, podcasts, meditations and collections.')}
        />
        <EmptyState text={t('Type a title, an author or a mood into the search box.')} />
      </Page>
    );
  }
  return (
    <Page>
      <ScreenHeading
        id={headingId}
        title={category ?? t('Results for “{term}”', { term })}
        description={
          category === null
            ? t('Results for “{term}” among all audiobooks, podcasts, meditations and collections.', { term })
            : t('Search results in {category}.', { category })
        }
        lead={category === null ? undefined : t('Results for “{term}”', { term })}
        above={
          category !== null && (
            <Link to="/search-results" search={{ q: term }}>
              {t('All results')}
            </Link>
          )
        }
      />
      <section aria-labelledby={headingId}>
        <ArrangedList
          isRemembered={false}
          skeleton={category === null ? <CarouselSkeleton kind="audio" /> : <TileGridSkeleton kind="audio" />}
          {...(category === null ? { loadsUpTo: OVERVIEW } : {})}
          opened={opened}
          empty={
            <EmptyState text={t('Nothing was found for “{term}”. Try fewer or other words.', { term })}>
              <Link className={buttonClass('primary')} to="/">
                {t('Browse all')}
              </Link>
            </EmptyState>
          }
        >
          {(items, isArranged) => (
            <Reasons term={term}>
              <TitleOpenedContext value={recordOpened}>
                {/* The cover of a title does not say what is said in it. */}
                <SpokenMatches items={items} />
                {category === null && !isArranged ? (
                  <SearchOverview items={items} term={term} />
                ) : (
                  <TileGrid kind="audio" items={items} renderTile={renderTile} />
                )}
              </TitleOpenedContext>
            </Reasons>
          )}
        </ArrangedList>
      </section>
    </Page>
  );
}

/** Lets each result say why it was found. What is said is quoted to those who may hear it (TEXT-61). */
const Reasons = observer(function Reasons({
  term,
  children,
}: {
  readonly term: string;
  readonly children: ReactNode;
}) {
  const { user, time } = useServices();
  const { listener } = user;
  const results = useMemo(
    () => ({
      whyOf: (item: ContentItem) => {
        const mayHear = knownDecision(listener, item, time.now)?.kind === 'play';
        return reasonOf(foundIn(mayHear ? item : { ...item, matches: [] }, term));
      },
    }),
    [term, listener, time],
  );
  return <ResultsContext value={results}>{children}</ResultsContext>;
});

/** Why a result was found, in words (CAT-332). */
const reasonOf = (found: FoundIn | null): string | null => {
  if (found === null) return null;
  const { kind, text } = found;
  switch (kind) {
    case 'narrator':
      return t('Read by {name}', { name: text });
    case 'series':
      return t('In the series {name}', { name: text });
    case 'subject':
      return t('About {subject}', { subject: text });
    case 'chapter':
      return t('Chapter: {title}', { title: text });
    case 'said':
      return t('Said: “{words}”', { words: text });
    case 'description':
      return t('Described: “{words}”', { words: text });
  }
};

type SearchOverviewProps = { readonly items: readonly ContentItem[]; readonly term: string };

/**
 * Results by category; each heading leads to the results of that category (CAT-32). Each group is one row: further
 * results extend their row and move nothing that the listener is looking at.
 */
function SearchOverview({ items, term }: SearchOverviewProps) {
  return (
    <div className={styles['overview']}>
      {groupByCategory(items).map(({ category, items: results }, index) => (
        <AudioCarousel
          key={category}
          heading={category ?? t('Other results')}
          headingLink={
            category !== null && (
              <Link
                className={styles['link']}
                to="/search-results/$category"
                params={{ category }}
                search={{ q: term }}
              >
                <bdi>{category}</bdi>
              </Link>
            )
          }
          items={results}
          isFirst={index === 0}
        />
      ))}
    </div>
  );
}

/** The sentences that were found, each with a link to its position in the text, for those who may hear them (TEXT-14, TEXT-71). */
const SpokenMatches = observer(function SpokenMatches({ items }: Pick<SearchOverviewProps, 'items'>) {
  const { user, time } = useServices();
  const headingId = useId();
  const matches = items
    .filter(
      (item) => item.matches.length > 0 && knownDecision(user.listener, item, time.now)?.kind === 'play',
    )
    .flatMap((item) => item.matches.map((match) => ({ item, match })));
  if (matches.length === 0) return null;
  return (
    <section className={styles['spoken']} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('Found in the text')}</h2>
      {/* Without list markers, some screen readers need the role to announce a list. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list">
        {matches.map(({ item, match }) => {
          const { page, position, said } = linkToMatch(item, match);
          return (
            <li key={`${item.id} ${page} ${match.chapterIndex} ${match.start}`}>
              <Link to="/audios/$id" params={{ id: page }} search={{ ...positionQuery(position), said }}>
                <bdi>{t('“{words}”', { words: match.text })}</bdi>
                <span>
                  <Sentence
                    text="{title}, {time}"
                    values={{ title: <bdi>{item.title}</bdi>, time: formatRunTime(match.start) }}
                  />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
});

/** Results of one category; null for results without a category. */
type ResultGroup = { readonly category: string | null; readonly items: readonly ContentItem[] };

/**
 * Groups search results by the first category that each names, in order of appearance (CAT-32). Further results extend
 * a group or add a group at the end.
 */
export const groupByCategory = (items: readonly ContentItem[]): readonly ResultGroup[] => {
  const groups = new Map<string | null, readonly ContentItem[]>();
  for (const item of items) {
    const category = item.categories[0] ?? null;
    groups.set(category, [...(groups.get(category) ?? []), item]);
  }
  return [...groups].map(([category, members]) => ({ category, items: members }));
};
