import { type ReactNode, useId } from 'react';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import type { Browsable } from '../../../../application/catalogue/load-pages.ts';
import type { Author, Narrator, Series } from '../../../../domain/catalogue/content.ts';
import {
  useHistoryAuthors,
  useHistoryNarrators,
  useHistorySeries,
} from '../../../navigation/use-history-lists.ts';
import { Page, ScreenHeading } from '../../../components/layout/page.tsx';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { TileGrid } from '../../../components/lists/windowed.tsx';
import { type Resource, useResource } from '../../../components/resource/resource.ts';
import { RoundTile } from '../../../components/tiles/author-and-subject-tiles.tsx';
import { PageTabs } from '../../../components/page-tabs/page-tabs.tsx';
import { t } from 'audio-streaming-translations/translate';

type BrowseData<Entry extends Author | Narrator | Series> = {
  readonly opened: OpenedList<Entry>;
  readonly browsable: Resource<Browsable>;
};

/** All authors. */
export function AuthorsScreen({ data }: { readonly data: BrowseData<Author> }) {
  useHistoryAuthors(data.opened);
  return (
    <BrowseScreen
      data={data}
      title={t('Authors')}
      lead={t('The voices and pens behind every title.')}
      empty={t('There are no authors yet.')}
      renderTile={(author) => <RoundTile to="/authors/$id" of={author} />}
    />
  );
}

/** All narrators (CAT-331). */
export function NarratorsScreen({ data }: { readonly data: BrowseData<Narrator> }) {
  useHistoryNarrators(data.opened);
  return (
    <BrowseScreen
      data={data}
      title={t('Narrators')}
      lead={t('Everyone who reads a title aloud.')}
      empty={t('There are no narrators yet.')}
      renderTile={(narrator) => <RoundTile to="/narrators/$id" of={narrator} />}
    />
  );
}

/** All series (CAT-331). */
export function AllSeriesScreen({ data }: { readonly data: BrowseData<Series> }) {
  useHistorySeries(data.opened);
  return (
    <BrowseScreen
      data={data}
      title={t('Series')}
      lead={t('Titles that belong together, in their order.')}
      empty={t('There are no series yet.')}
      renderTile={(series) => <RoundTile to="/series/$id" of={series} />}
    />
  );
}

type BrowseScreenProps<Entry extends Author | Narrator | Series> = {
  readonly data: BrowseData<Entry>;
  readonly title: string;
  readonly lead: string;
  readonly empty: string;
  readonly renderTile: (entry: Entry) => ReactNode;
};

/** A list of people or series, with tabs that lead to the others. */
function BrowseScreen<Entry extends Author | Narrator | Series>({
  data,
  title,
  lead,
  empty,
  renderTile,
}: BrowseScreenProps<Entry>) {
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title={title} description={lead} lead={lead} />
      <BrowseTabs browsable={data.browsable} />
      <section aria-labelledby={headingId}>
        <GrowingList
          skeleton={<TileGridSkeleton kind="author" />}
          opened={data.opened}
          empty={<EmptyState text={empty} />}
        >
          {(items) => <TileGrid kind="author" items={items} renderTile={renderTile} />}
        </GrowingList>
      </section>
    </Page>
  );
}

/** The lists that have entries. Nothing if there are only authors (CAT-331). */
function BrowseTabs({ browsable }: { readonly browsable: Resource<Browsable> }) {
  const has = useResource(browsable);
  if (has === undefined || !(has.narrators || has.series)) return null;
  return (
    <PageTabs
      label={t('People and series')}
      pages={[
        { to: '/authors', label: t('Authors') },
        ...(has.narrators ? [{ to: '/narrators', label: t('Narrators') } as const] : []),
        ...(has.series ? [{ to: '/series', label: t('Series') } as const] : []),
      ]}
    />
  );
}
