import { useId } from 'react';
import type { ContentItem } from '../../../domain/content.ts';
import { trackSource, type TrackSource } from '../../../domain/track-list.ts';
import type { Track } from '../../../domain/track.ts';
import { EmptyState } from '../../lists/empty-state.tsx';
import { TrackRow } from './track-row.tsx';
import styles from './tracks.module.css';

type TracksProps = { readonly item: ContentItem; readonly tracks: readonly Track[] };

/** What the parts of a title are called, by where they come from (contract 5). */
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

/** The parts of a title, each to be played by itself. */
export function Tracks({ item, tracks }: TracksProps) {
  const headingId = useId();
  const heading = headingOf(trackSource(item));
  return (
    <section className={styles['tracks']} id="tracks" aria-labelledby={headingId}>
      <header className={styles['header']}>
        <h2 id={headingId}>{heading}</h2>
        {tracks.length > 0 && <p className={styles['count']}>{tracks.length}</p>}
      </header>
      {tracks.length === 0 ? (
        <EmptyState text={`There are no ${heading.toLowerCase()} yet.`} />
      ) : (
        <ol className={styles['rows']}>
          {tracks.map((track) => (
            <TrackRow key={track.id} item={item} track={track} />
          ))}
        </ol>
      )}
    </section>
  );
}
