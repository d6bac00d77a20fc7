import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { OpenedList } from '../../../../application/catalogue/open-list.ts';
import type { ContentItem } from '../../../../domain/catalogue/content.ts';
import { trackSource, type TrackSource } from '../../../../domain/playback/track-list.ts';
import type { Track } from '../../../../domain/playback/track.ts';
import { Skeleton } from '../../../components/layout/skeleton.tsx';
import { EmptyState } from '../../../components/lists/empty-state.tsx';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { Windowed } from '../../../components/lists/windowed.tsx';
import { TrackRow } from './track-row.tsx';
import styles from './tracks.module.css';

type TracksProps = { readonly item: ContentItem; readonly opened: OpenedList<Track> };

/** The name of a title's parts, by their source (CAT-35). */
const headingOf = (source: TrackSource): string => {
  switch (source) {
    case 'chapters':
      return 'Chapters';
    case 'episodes':
      return 'Episodes';
    default:
      return 'Tracks';
  }
};

/**
 * The tracks of a title, each of which can be played on its own. A title without parts is its own only track (PLAY-5),
 * because the chapter link of the player leads here for every title.
 */
export function Tracks({ item, opened }: TracksProps) {
  const headingId = useId();
  const source = trackSource(item);
  const heading = headingOf(source);
  return (
    <section className={styles['tracks']} id="tracks" aria-labelledby={headingId}>
      <header className={styles['header']}>
        <h2 id={headingId}>{heading}</h2>
        <Count opened={opened} />
      </header>
      <GrowingList
        opened={opened}
        skeleton={<Skeleton height="20rem" />}
        empty={<EmptyState text={`There are no ${heading.toLowerCase()} yet.`} />}
        loadsAll
      >
        {(tracks) => (
          <Windowed items={tracks} className={styles['rows']}>
            {(track) => <TrackRow item={item} track={track} isOnlyTrack={source === 'self'} />}
          </Windowed>
        )}
      </GrowingList>
    </section>
  );
}

/** The number of tracks, once all of them are loaded. */
const Count = observer(function Count({ opened: { list } }: Pick<TracksProps, 'opened'>) {
  return list.hasMore || list.items.length === 0 ? null : (
    <p className={styles['count']}>{list.items.length}</p>
  );
});
