import { Link } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import type { LoadPages } from '../../../../application/catalogue/load-pages.ts';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import type { Author, AuthorId } from '../../../../domain/catalogue/content.ts';
import { useHistoryAuthors } from '../../../app/history-lists.ts';
import { useServices } from '../../../app/services.ts';
import { Shelf } from '../../../components/carousel/shelf.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Cover } from '../../../components/cover/cover.tsx';
import { PageHeading } from '../../../components/layout/page-heading.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { ScreenHeading } from '../../../components/layout/screen-heading.tsx';
import { Skeleton } from '../../../components/layout/skeleton.tsx';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resources } from '../../../components/resource/resource.ts';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { AuthorTile } from '../../../components/tiles/author-tile.tsx';
import styles from './browsing.module.css';

type AuthorScreenProps = { readonly data: Resources<{ author: ReturnType<LoadPages['author']> }> };

/** An author and their titles (CAT-42). */
export function AuthorScreen({ data }: AuthorScreenProps) {
  return (
    <Page>
      <Loaded resource={data.author} skeleton={<AuthorSkeleton />} holdsHeading>
        {(author) => (
          <>
            <header className={styles['hero']}>
              <div className={styles['portrait']}>
                <Cover address={author.imageUrl} shape="circle" isFirst />
              </div>
              <div className={styles['words']}>
                <p className={styles['above']}>
                  <Link to="/authors">Authors</Link>
                </p>
                <PageHeading title={author.name} description={`Everything by ${author.name}.`} />
                <FollowButton id={author.id} />
              </div>
            </header>
            <Shelf heading="Titles">
              {author.items.length === 0 ? (
                <EmptyState text="There are no titles by this author yet." />
              ) : (
                <TileGrid
                  kind="audio"
                  items={author.items}
                  renderTile={(item) => <AudioTile item={item} />}
                />
              )}
            </Shelf>
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

type AuthorsScreenProps = { readonly data: OpenedList<Author> };

const LEAD = 'The voices and pens behind every title.';

/** All authors. */
export function AuthorsScreen({ data }: AuthorsScreenProps) {
  useHistoryAuthors(data);
  const headingId = useId();
  return (
    <Page>
      <ScreenHeading id={headingId} title="Authors" description={LEAD} lead={LEAD} />
      <section aria-labelledby={headingId}>
        <GrowingList
          skeleton={<TileGridSkeleton kind="author" />}
          opened={data}
          empty={<EmptyState text="There are no authors yet." />}
        >
          {(items) => (
            <TileGrid kind="author" items={items} renderTile={(author) => <AuthorTile author={author} />} />
          )}
        </GrowingList>
      </section>
    </Page>
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
      Follow
    </Button>
  );
});
