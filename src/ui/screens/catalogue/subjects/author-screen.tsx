import { Link } from '@tanstack/react-router';
import type { LoadPages } from '../../../../application/catalogue/load-pages.ts';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resources } from '../../../components/resource/resource.ts';
import { Shelf } from '../../../components/carousel/shelf.tsx';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { TileGrid } from '../../../components/lists/tile-grid.tsx';
import { TileGridSkeleton } from '../../../components/lists/full-grid.tsx';
import { PageHeading } from '../../../components/layout/page-heading.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Skeleton } from '../../../components/layout/skeleton.tsx';
import { AudioTile } from '../../../components/tiles/audio-tile.tsx';
import { Cover } from '../../../components/cover/cover.tsx';
import styles from './author-screen.module.css';
import { FollowButton } from './follow-button.tsx';

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
