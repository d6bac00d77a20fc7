import { observer } from 'mobx-react-lite';
import { useId, useRef, useState, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import type { Author, ContentItem } from '../../../../domain/catalogue/content.ts';
import { useHistoryAudios, useHistoryAuthors } from '../../../navigation/use-history-lists.ts';
import { useServices } from '../../../services.ts';
import { Button, buttonClass } from 'audio-streaming-components/controls/button';
import { Page, ScreenHeading } from '../../../components/layout/page.tsx';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { TileGrid } from '../../../components/lists/windowed.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { AuthorTile } from '../../../components/tiles/author-and-subject-tiles.tsx';
import { ArrangedList } from './arranged-list.tsx';
import { LIST_PAGES, type ListPage, type ListPageName } from './list-pages.ts';
import { SelectTitles } from './select-titles.tsx';
import { ShelfTabs } from '../../../components/page-tabs/page-tabs.tsx';
import { Link } from '../../../navigation/link.ts';
import { useReturnTo } from '../../../navigation/use-return-to.ts';
import styles from './browsing.module.css';
import { t } from 'audio-streaming-translations/translate';

/** How many tiles the first row of a wide window has. Only their covers are fetched with priority. */
const FIRST_TILES = 6;

type ListScreenProps = {
  readonly page: ListPageName;
  readonly data: OpenedList<ContentItem>;
};

/** A list of titles under its heading: new releases, the library, favourites and so on (CAT-16). */
export function ListScreen({ page, data }: ListScreenProps) {
  useHistoryAudios(data);
  const headingId = useId();
  const [isSelecting, setSelecting] = useState(false);
  const select = useRef<HTMLButtonElement>(null);
  const endSelecting = () => {
    flushSync(() => setSelecting(false));
    select.current?.focus();
  };
  const { heading, description, lead, empty, isOwn }: ListPage = LIST_PAGES[page];
  return (
    <Page>
      <ScreenHeading
        id={headingId}
        title={t(heading)}
        description={t(description)}
        lead={lead === undefined ? undefined : t(lead)}
        actions={
          page === 'recommended' ? (
            <OnboardingButton />
          ) : (
            isOwn &&
            !isSelecting && (
              <Button ref={select} onClick={() => setSelecting(true)}>
                {t('Select')}
              </Button>
            )
          )
        }
      />
      {isOwn && <ShelfTabs />}
      <section aria-labelledby={headingId}>
        <ArrangedList
          skeleton={<TileGridSkeleton kind="audio" />}
          opened={data}
          filtersDownloads={isOwn}
          empty={
            <EmptyState text={t(empty.text)}>
              <Link className={buttonClass('primary')} to={empty.to}>
                {t(empty.link)}
              </Link>
            </EmptyState>
          }
        >
          {(items) =>
            isSelecting ? (
              <SelectTitles
                items={items}
                loadAll={async () => {
                  if (!data.list.hasMore) return items;
                  await data.loadRest();
                  return data.list.items;
                }}
                onChanged={() => void data.refresh()}
                onEnd={endSelecting}
              />
            ) : (
              <>
                {page === 'favoritePodcasts' && <NewEpisodes podcasts={items} />}
                <TileGrid
                  kind="audio"
                  items={items}
                  renderTile={(item, index) => (
                    <AudioTile item={item} headingLevel={2} isFirst={index < FIRST_TILES} />
                  )}
                />
              </>
            )
          }
        </ArrangedList>
      </section>
    </Page>
  );
}

/** Leads a new listener from the recommendations to `from`, else to the home page (SES-63). */
const OnboardingButton = observer(function OnboardingButton() {
  const { onboarding } = useServices();
  const returnTo = useReturnTo();
  if (!onboarding.awaitsOffer) return null;
  return (
    <Button look="primary" onClick={() => returnTo(onboarding.from ?? undefined)}>
      {t('Continue')}
    </Button>
  );
});

type FavoriteAuthorsScreenProps = { readonly data: OpenedList<Author> };

/** The authors whom the listener follows. */
export function FavoriteAuthorsScreen({ data }: FavoriteAuthorsScreenProps) {
  useHistoryAuthors(data);
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading
        id={headingId}
        title={t('Favorite Authors')}
        description={t('The authors whom you follow.')}
      />
      <ShelfTabs />
      <section aria-labelledby={headingId}>
        <GrowingList
          skeleton={<TileGridSkeleton kind="author" />}
          opened={data}
          empty={
            <EmptyState text={t('Follow an author, and find them here again.')}>
              <Link className={buttonClass('primary')} to="/authors">
                {t('See all authors')}
              </Link>
            </EmptyState>
          }
        >
          {(items) => (
            <TileGrid kind="author" items={items} renderTile={(author) => <AuthorTile author={author} />} />
          )}
        </GrowingList>
      </section>
    </Page>
  );
}

/** The newest unheard episodes of the podcasts that the listener follows (PROG-90). */
function NewEpisodes({ podcasts }: { readonly podcasts: readonly ContentItem[] }) {
  const { newEpisodes } = useServices();
  const headingId = useId();
  const [episodes, setEpisodes] = useState<readonly ContentItem[]>([]);
  const load = useEffectEvent(() => newEpisodes.load(podcasts));
  const ids = podcasts.map(({ id }) => id).join(' ');
  useEffect(() => {
    let isShown = true;
    void load().then((found) => isShown && setEpisodes(found));
    return () => {
      isShown = false;
    };
  }, [ids]);
  if (episodes.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={styles['newEpisodes']}>
      <h2 id={headingId}>{t('New episodes')}</h2>
      <TileGrid
        kind="audio"
        items={episodes}
        renderTile={(item) => <AudioTile item={item} headingLevel={3} />}
      />
    </section>
  );
}
