import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { formatRunTime } from '../../../domain/catalogue/run-time.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { useServices } from '../../app/services.ts';
import styles from './queue.module.css';

type QueueRowProps = {
  readonly track: Track;
  readonly isCurrent: boolean;
  readonly onPlay: () => void;
};

function QueueRow({ track, isCurrent, onPlay }: QueueRowProps) {
  return (
    <li>
      <button
        type="button"
        className={styles['row']}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onPlay}
      >
        <span className={styles['title']} dir="auto">
          {track.title}
        </span>
        {track.runTime !== null && <span className={styles['time']}>{formatRunTime(track.runTime)}</span>}
      </button>
    </li>
  );
}

/** The playlist: the current, the previous and the next tracks. */
export const Queue = observer(function Queue() {
  const { player, playItem } = useServices();
  const list = useRef<HTMLOListElement>(null);
  const { audio, playback, track: current } = player;

  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  if (audio === null) return null;
  return (
    <div className={styles['queue']}>
      <h2 className={styles['heading']} id="queue-heading">
        In this playlist
      </h2>
      <ol ref={list} className={styles['list']} aria-labelledby="queue-heading">
        {playback.tracks.map((track) => (
          <QueueRow
            key={track.id}
            track={track}
            isCurrent={track.id === current?.id}
            onPlay={() => void playItem.playOrPauseTrack(audio, track.id)}
          />
        ))}
      </ol>
    </div>
  );
});
