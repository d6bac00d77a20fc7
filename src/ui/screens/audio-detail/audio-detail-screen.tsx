import { MESSAGES } from '../../../application/error-catalogue.ts';
import type { AudioDetail } from '../../../application/load-audio.ts';
import { trackSource } from '../../../domain/track-list.ts';
import { Answered } from '../../answers/answered.tsx';
import { Page } from '../../parts/page.tsx';
import { Hero } from './hero.tsx';
import { HeroSkeleton, TracksSkeleton } from './detail-skeleton.tsx';
import { Tracks } from './tracks.tsx';

type AudioDetailScreenProps = { readonly data: AudioDetail };

/** A title and, where it has several, its tracks (section 2, audio detail). */
export function AudioDetailScreen({ data }: AudioDetailScreenProps) {
  return (
    <Page>
      <Answered answer={data.item} skeleton={<HeroSkeleton />} notFound={MESSAGES.itemNotFound} holdsHeading>
        {(item) => (
          <>
            <Hero item={item} />
            {trackSource(item) !== 'self' && (
              <Answered answer={data.tracks} skeleton={<TracksSkeleton />} message={MESSAGES.listFailed}>
                {(tracks) => <Tracks item={item} tracks={tracks} />}
              </Answered>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}
