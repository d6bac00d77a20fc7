import { MESSAGES } from '../../../../application/messages.ts';
import type { AudioDetail, LoadPages } from '../../../../application/catalogue/load-pages.ts';
import type { ContentId } from '../../../../domain/catalogue/content.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resources } from '../../../components/resource/resource.ts';
import { Page } from '../../../components/layout/page.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { Lazy } from '../../../components/lazy.tsx';
import { useServices } from '../../../app/services.ts';
import { Hero } from './hero.tsx';
import { TitlePage, useRecordButton } from './title-page.ts';
import { Tracks } from './tracks.tsx';

type AudioDetailScreenProps = {
  /** The id in the address. */
  readonly id: ContentId;
  readonly data: Resources<{ detail: ReturnType<LoadPages['audio']> }>;
  /** The position in the address; null if there is none (PLAY-46). */
  readonly position: LinkedPosition | null;
};

/** A title and its tracks (CAT-35). */
export function AudioDetailScreen({ id, data, position }: AudioDetailScreenProps) {
  return (
    <TitlePage value={id}>
      <Page>
        <Loaded
          resource={data.detail}
          skeleton={<DetailSkeleton />}
          notFound={MESSAGES.itemNotFound}
          holdsHeading
        >
          {(detail) => <Detail {...detail} position={position} />}
        </Loaded>
      </Page>
    </TitlePage>
  );
}

const importTitleBookmarks = async () => (await import('../../bookmarks/title-bookmarks.tsx')).TitleBookmarks;

function Detail({ item, tracks, position }: AudioDetail & Pick<AudioDetailScreenProps, 'position'>) {
  const { settings } = useServices();
  const record = useRecordButton();
  return (
    <>
      <Hero item={item} position={position} />
      {settings.links.mobileApp === null && (
        <Lazy load={importTitleBookmarks} isNeeded>
          {(TitleBookmarks) => <TitleBookmarks id={item.id} onUse={record} />}
        </Lazy>
      )}
      <Tracks item={item} opened={tracks} />
    </>
  );
}
