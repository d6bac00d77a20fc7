import { MESSAGES } from '../../../../application/messages.ts';
import type { AudioDetail, LoadAudio } from '../../../../application/catalogue/load-audio.ts';
import type { LinkedPlace } from '../../../../domain/playback/share-link.ts';
import { Answered } from '../../../components/resource/answered.tsx';
import type { Arriving } from '../../../components/resource/resource.ts';
import { Page } from '../../../components/page.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { Hero } from './hero.tsx';
import { Tracks } from './tracks.tsx';

type AudioDetailScreenProps = {
  readonly data: Arriving<{ detail: ReturnType<LoadAudio['run']> }>;
  /** What the address names; null when it names none. */
  readonly place: LinkedPlace | null;
};

/** A title and its tracks (section 2, audio detail). */
export function AudioDetailScreen({ data, place }: AudioDetailScreenProps) {
  return (
    <Page>
      <Answered
        answer={data.detail}
        skeleton={<DetailSkeleton />}
        notFound={MESSAGES.itemNotFound}
        holdsHeading
      >
        {(detail) => <Detail {...detail} place={place} />}
      </Answered>
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
