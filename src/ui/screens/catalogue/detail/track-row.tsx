import { Link } from '@tanstack/react-router';
import { Lock, Pause, Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { ContentType, type ContentItem } from '../../../../domain/catalogue/content.ts';
import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import type { Track } from '../../../../domain/playback/track.ts';
import { isTrackValid } from '../../../../domain/entitlement/validity.ts';
import { boundsOf, type Instant } from '../../../../domain/time.ts';
import { useServices, type Services } from '../../../app/services.ts';
import { UpNextMenu } from '../../../components/controls/up-next-menu.tsx';
import { formatDay } from '../../../components/day.ts';
import { useMovingTime } from '../../../components/use-moving-time.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { useRecordButton } from './title-page.ts';
import styles from './track-row.module.css';

type TrackRowProps = {
  readonly item: ContentItem;
  readonly track: Track;
  /** Set if this track is the whole title. */
  readonly isOnlyTrack: boolean;
};

const standingOf = (track: Track, { player, time }: Services) => ({
  isValid: isTrackValid(track, time.now),
  isAt: player.track?.id === track.id,
});

/** One chapter, episode or track, with a play button that covers the row (CAT-82). */
export const TrackRow = observer(function TrackRow({ item, track, isOnlyTrack }: TrackRowProps) {
  const { player, time, settings } = useServices();
  const { isValid, isAt } = useOutcome(standingOf, track);
  const record = useRecordButton();
  const bounds = useMemo(() => boundsOf(track.contentWindow, track.ownWindow), [track]);
  useMovingTime(bounds.length === 0 ? null : bounds);
  const isCurrent = isAt && player.isCurrentAudio(item);
  const isEpisode = track.contentType === ContentType.PODCAST_EPISODE && !isOnlyTrack;
  // Otherwise this button would have the same name as the play button of the title.
  const name = isOnlyTrack ? 'Track 1' : track.title;
  return (
    <div className={styles['row']} data-tall={isEpisode} aria-current={isCurrent ? 'true' : undefined}>
      {isValid ? (
        <TrackButton item={item} track={track} name={name} isPlaying={isCurrent && player.isPlaying} />
      ) : (
        <span className={styles['lock']} data-empty={isOnlyTrack}>
          {/* The page already shows a lock for a title without parts. */}
          {!isOnlyTrack && <Lock role="img" aria-label="Locked" />}
        </span>
      )}
      <div className={styles['words']}>
        <p className={styles['title']}>
          {track.dayNumber !== null && !isOnlyTrack && (
            <span className={styles['day']}>Day {track.dayNumber}</span>
          )}
          {isEpisode ? (
            <Link to="/audios/$id" params={{ id: track.contentId }} className={styles['link']} dir="auto">
              {name}
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </p>
        {isEpisode && <EpisodeSummary track={track} now={time.now} />}
      </div>
      {track.runTime !== null && <p className={styles['time']}>{formatRunTime(track.runTime)}</p>}
      {/* A title without parts has this menu in its header. */}
      {isValid && !isOnlyTrack && settings.links.mobileApp === null && (
        <div className={styles['menu']}>
          <UpNextMenu item={item} track={track} onUse={record} />
        </div>
      )}
    </div>
  );
});

type EpisodeSummaryProps = { readonly track: Track; readonly now: Instant };

/** The day of publication, and the beginning of the notes. */
function EpisodeSummary({ track, now }: EpisodeSummaryProps) {
  const { description, publishedAt } = track;
  if (description === '' && publishedAt === null) return null;
  return (
    <p className={styles['description']} dir="auto">
      {publishedAt !== null && <span className={styles['date']}>{formatDay(publishedAt, now)}</span>}
      {publishedAt !== null && description !== '' && ' · '}
      {description}
    </p>
  );
}

type TrackButtonProps = Omit<TrackRowProps, 'isOnlyTrack'> & {
  readonly name: string;
  readonly isPlaying: boolean;
};

function TrackButton({ item, track, name, isPlaying }: TrackButtonProps) {
  const { playerControls } = useServices();
  const record = useRecordButton();
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      className={styles['play']}
      aria-label={`${isPlaying ? 'Pause' : 'Play'} ${name}`}
      onClick={() => {
        record('Play Track');
        void playerControls.playOrPauseTrack(item, track.id);
      }}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
