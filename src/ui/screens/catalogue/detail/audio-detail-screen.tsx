import type { AudioDetail, LoadPages } from '../../../../application/catalogue/load-pages.ts';
import { MESSAGES } from '../../../../application/notices-state.ts';
import type { ContentId, ContentItem } from '../../../../domain/catalogue/content.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { useServices } from '../../../services.ts';
import { Page } from '../../../components/layout/page.tsx';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { Lazy } from '../../../components/lazy.tsx';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resources } from '../../../components/resource/resource.ts';
import styles from './detail.module.css';
import { Hero } from './hero.tsx';
import { TitlePage, useRecordButton } from './title-page.ts';
import { Tracks } from './tracks.tsx';

type AudioDetailScreenProps = {
  /** The id in the address. */
  readonly id: ContentId;
  readonly data: Resources<{ detail: ReturnType<LoadPages['audio']> }>;
  /** The position in the address; null if there is none (PLAY-46). */
  readonly position: LinkedPosition | null;
  /** The sentence in the address, which a search has found; null if there is none (TEXT-71). */
  readonly said: string | null;
};

/** A title and its tracks (CAT-35). */
export function AudioDetailScreen({ id, data, position, said }: AudioDetailScreenProps) {
  return (
    <TitlePage value={id}>
      <Page>
        <Loaded
          resource={data.detail}
          skeleton={<DetailSkeleton />}
          notFound={MESSAGES.itemNotFound}
          holdsHeading
        >
          {(detail) => <Detail {...detail} position={position} said={said} />}
        </Loaded>
      </Page>
    </TitlePage>
  );
}

const importTitleBookmarks = async () => (await import('../../bookmarks/title-bookmarks.tsx')).TitleBookmarks;

const importTitleTranscript = async () =>
  (await import('../../transcripts/title-transcript.tsx')).TitleTranscript;

const hasTranscripts = ({ transcripts, chapters, tracks }: ContentItem): boolean =>
  [{ transcripts }, ...chapters, ...tracks].some((part) => part.transcripts.length > 0);

function Detail({
  item,
  tracks,
  position,
  said,
}: AudioDetail & Pick<AudioDetailScreenProps, 'position' | 'said'>) {
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
      {hasTranscripts(item) && (
        <Lazy load={importTitleTranscript} isNeeded>
          {(TitleTranscript) => (
            <TitleTranscript item={item} tracks={tracks} position={position} said={said} />
          )}
        </Lazy>
      )}
      <Tracks item={item} opened={tracks} />
    </>
  );
}

function DetailSkeleton() {
  return (
    <>
      <HeroSkeleton />
      <Skeleton height="20rem" />
    </>
  );
}

function HeroSkeleton() {
  return (
    <div className={styles['hero']} aria-hidden="true">
      <div className={styles['art']}>
        <Skeleton ratio="1" />
      </div>
      <div className={styles['words']}>
        <Skeleton width="6rem" height="1.25rem" />
        <Skeleton width="min(24rem, 90%)" height="3rem" />
        <Skeleton width="12rem" height="1.5rem" />
        <Skeleton width="16rem" height="1.25rem" />
        <div className={styles['actions']}>
          <Skeleton width="8rem" height="2.75rem" />
          <Skeleton width="7rem" height="2.75rem" />
        </div>
        <Skeleton height="6rem" />
      </div>
    </div>
  );
}
