import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { OpenedList } from '../../../../application/catalogue/open-list.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { buttonClass } from '../../../components/controls/button.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { useHistoryAudios } from '../../../app/history-lists.ts';
import { ScreenHeading } from '../../../components/layout/screen-heading.tsx';
import { ShelfTabs } from './shelf-tabs.tsx';
import { OnboardingButton } from './onboarding-button.tsx';
import { LIST_PAGES, type ListPage, type ListPageName } from './list-pages.ts';

/** How many tiles the first row of a wide window has. Only their covers are fetched with priority. */
const FIRST_TILES = 6;

export type ListScreenProps = {
  readonly page: ListPageName;
  readonly data: OpenedList<ContentItem>;
};

/** A list of titles under its heading: new releases, the library, favourites and so on (CAT-16). */
export function ListScreen({ page, data }: ListScreenProps) {
  useHistoryAudios(data);
  const headingId = useId();
  const { heading, description, lead, empty, isOwn }: ListPage = LIST_PAGES[page];
  return (
    <Page>
      <ScreenHeading
        id={headingId}
        title={heading}
        description={description}
        lead={lead}
        actions={page === 'recommended' && <OnboardingButton />}
      />
      {isOwn && <ShelfTabs />}
      <section aria-labelledby={headingId}>
        <GrowingList
          skeleton={<TileGridSkeleton kind="audio" />}
          opened={data}
          empty={
            <EmptyState text={empty.text}>
              <Link className={buttonClass('primary')} to={empty.to}>
                {empty.link}
              </Link>
            </EmptyState>
          }
        >
          {(items) => (
            <TileGrid
              kind="audio"
              items={items}
              renderTile={(item, index) => (
                <AudioTile item={item} headingLevel={2} isFirst={index < FIRST_TILES} />
              )}
            />
          )}
        </GrowingList>
      </section>
    </Page>
  );
}
