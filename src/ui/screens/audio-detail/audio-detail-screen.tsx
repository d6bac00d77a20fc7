import type { AudioDetail, LoadAudio } from '../../../application/load-audio.ts';
import { MESSAGES } from '../../../application/error-catalogue.ts';
import { trackSource } from '../../../domain/track-list.ts';
import { Answered } from '../../answers/answered.tsx';
import { Page } from '../../parts/page.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { Hero } from './hero.tsx';
import { Tracks } from './tracks.tsx';

type AudioDetailScreenProps = { readonly data: { readonly detail: ReturnType<LoadAudio['run']> } };

/** A title and, where it has several, its tracks (section 2, audio detail). */
export function AudioDetailScreen({ data }: AudioDetailScreenProps) {
  return (
    <Page>
      <Answered
        answer={data.detail}
        skeleton={<DetailSkeleton />}
        notFound={MESSAGES.itemNotFound}
        holdsHeading
      >
        {(detail) => <Detail {...detail} />}
      </Answered>
    </Page>
  );
}

function Detail({ item, tracks }: AudioDetail) {
  return (
    <>
      <Hero item={item} />
      {trackSource(item) !== 'self' && <Tracks item={item} opened={tracks} />}
    </>
  );
}
