import { MESSAGES } from '../../../../application/messages.ts';
import type { AudioDetail, LoadAudio } from '../../../../application/catalogue/load-audio.ts';
import type { LinkedPosition } from '../../../../domain/playback/share-link.ts';
import { Loaded } from '../../../components/resource/loaded.tsx';
import type { Resources } from '../../../components/resource/resource.ts';
import { Page } from '../../../components/layout/page.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { Hero } from './hero.tsx';
import { Tracks } from './tracks.tsx';

type AudioDetailScreenProps = {
  readonly data: Resources<{ detail: ReturnType<LoadAudio['load']> }>;
  /** The position in the address; null if there is none (PLAY-46). */
  readonly place: LinkedPosition | null;
};

/** A title and its tracks (CAT-35). */
export function AudioDetailScreen({ data, place }: AudioDetailScreenProps) {
  return (
    <Page>
      <Loaded
        answer={data.detail}
        skeleton={<DetailSkeleton />}
        notFound={MESSAGES.itemNotFound}
        holdsHeading
      >
        {(detail) => <Detail {...detail} place={place} />}
      </Loaded>
    </Page>
  );
}

function Detail({ item, tracks, place }: AudioDetail & Pick<AudioDetailScreenProps, 'place'>) {
  return (
    <>
      <Hero item={item} place={place} />
      <Tracks item={item} opened={tracks} />
    </>
  );
}
