import { observer } from 'mobx-react-lite';
import { type RefObject, useEffect, useRef } from 'react';
import { formatRunTime } from '../../../domain/catalogue/content.ts';
import type { Track } from '../../../domain/playback/track.ts';
import { useServices } from '../../services.ts';
import { t } from 'audio-streaming-translations/translate';
import styles from './player-tools.module.css';
import { chapterName } from '../../components/chapter-name.ts';

type QueueRowProps = {
  readonly track: Track;
  /** Set for the current track. */
  readonly current: RefObject<HTMLButtonElement | null> | null;
  readonly onPlay: () => void;
};

function QueueRow({ track, current, onPlay }: QueueRowProps) {
  return (
    <li>
      <button
        ref={current}
        type="button"
        className={styles['row']}
        aria-current={current === null ? undefined : 'true'}
        onClick={onPlay}
      >
        <span className={styles['title']} dir="auto">
          {chapterName(track.title)}
        </span>
        {track.runTime !== null && <span className={styles['time']}>{formatRunTime(track.runTime)}</span>}
      </button>
    </li>
  );
}

/** The playlist: the current, the previous and the next tracks. */
export const Queue = observer(function Queue() {
  const { player, playerControls } = useServices();
  const currentRow = useRef<HTMLButtonElement>(null);
  const { audio, tracks, track: current } = player;

  useEffect(() => {
    currentRow.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  if (audio === null) return null;
  return (
    <div className={styles['queue']}>
      <h2 className={styles['heading']} id="queue-heading">
        {t('In this playlist')}
      </h2>
      <ol className={styles['list']} aria-labelledby="queue-heading">
        {tracks.map((track) => (
          <QueueRow
            key={track.id}
            track={track}
            current={track.id === current?.id ? currentRow : null}
            onPlay={() => void playerControls.playOrPauseTrack(audio, track.id)}
          />
        ))}
      </ol>
    </div>
  );
});
