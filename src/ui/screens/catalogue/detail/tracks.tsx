import { Lock, Pause, Play } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, useMemo } from 'react';
import type { OpenedList } from '../../../../application/catalogue/lists.ts';
import { type ContentItem, ContentType, formatRunTime } from '../../../../domain/catalogue/content.ts';
import { isTrackValid } from '../../../../domain/entitlement/play-decision.ts';
import { type Track, trackSource, type TrackSource } from '../../../../domain/playback/track.ts';
import { boundsOf, type Instant } from '../../../../domain/time.ts';
import { type Services, useServices } from '../../../services.ts';
import { UpNextMenu } from '../../../components/controls/up-next-menu.tsx';
import { classNames } from 'audio-streaming-components/class-names';
import { formatDay } from 'audio-streaming-components/day';
import { Skeleton } from 'audio-streaming-components/layout/skeleton';
import { EmptyState } from 'audio-streaming-components/lists/empty-state';
import { GrowingList } from '../../../components/lists/growing-list.tsx';
import { Windowed } from '../../../components/lists/windowed.tsx';
import { useMovingTime } from '../../../components/use-moving-time.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { Episodes, MarkOlder, PodcastControls } from './episodes.tsx';
import { useRecordButton } from './title-page.ts';
import { Link } from '../../../navigation/link.ts';
import cut from '../../../components/tiles/cut-names.module.css';
import styles from './detail.module.css';
import { t } from 'audio-streaming-translations/translate';
import { chapterName } from '../../../components/chapter-name.ts';

type TracksProps = { readonly item: ContentItem; readonly opened: OpenedList<Track> };

/** The name of a title's parts, by their source (CAT-35), and what stands instead of none. */
const wordsOf = (source: TrackSource): { readonly heading: string; readonly empty: string } => {
  switch (source) {
    case 'chapters':
      return { heading: t('Chapters'), empty: t('There are no chapters yet.') };
    case 'episodes':
      return { heading: t('Episodes'), empty: t('There are no episodes yet.') };
    default:
      return { heading: t('Tracks'), empty: t('There are no tracks yet.') };
  }
};

/**
 * The tracks of a title, each of which can be played on its own. A title without parts is its own only track (PLAY-5),
 * because the chapter link of the player leads here for every title.
 */
export function Tracks({ item, opened }: TracksProps) {
  const headingId = useId();
  const source = trackSource(item);
  const { heading, empty } = wordsOf(source);
  return (
    <section className={styles['tracks']} id="tracks" aria-labelledby={headingId}>
      <header className={styles['header']}>
        <h2 id={headingId}>{heading}</h2>
        <Count opened={opened} />
      </header>
      <GrowingList
        opened={opened}
        skeleton={<Skeleton height="20rem" />}
        empty={<EmptyState text={empty} />}
        loadsAll
      >
        {(tracks) =>
          source === 'episodes' ? (
            <>
              <PodcastControls podcast={item} episodes={tracks} />
              <Episodes podcast={item} episodes={tracks}>
                {(track) => <TrackRow item={item} track={track} opened={opened} />}
              </Episodes>
            </>
          ) : (
            <Windowed items={tracks} className={styles['rows']}>
              {(track) => (
                <TrackRow item={item} track={track} opened={opened} isOnlyTrack={source === 'self'} />
              )}
            </Windowed>
          )
        }
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

type TrackRowProps = TracksProps & {
  readonly track: Track;
  /** Set if this track is the whole title. */
  readonly isOnlyTrack?: boolean;
};

const standingOf = (track: Track, { player, time }: Services) => ({
  isValid: isTrackValid(track, time.now),
  isAt: player.track?.id === track.id,
});

/** One chapter, episode or track, with a play button that covers the row (CAT-82). */
const TrackRow = observer(function TrackRow({ item, opened, track, isOnlyTrack = false }: TrackRowProps) {
  const { player, time, finished } = useServices();
  const { isValid, isAt } = useOutcome(standingOf, track);
  const bounds = useMemo(() => boundsOf(track.contentWindow, track.ownWindow), [track]);
  useMovingTime(bounds.length === 0 ? null : bounds);
  const isCurrent = isAt && player.isCurrentAudio(item);
  const isEpisode = track.contentType === ContentType.PODCAST_EPISODE && !isOnlyTrack;
  // Otherwise this button would have the same name as the play button of the title.
  const name = isOnlyTrack ? t('Track {number}', { number: '1' }) : chapterName(track.title);
  return (
    <div className={styles['row']} data-tall={isEpisode} aria-current={isCurrent ? 'true' : undefined}>
      {isValid ? (
        <TrackButton item={item} track={track} name={name} isPlaying={isCurrent && player.isPlaying} />
      ) : (
        <span className={styles['lock']} data-empty={isOnlyTrack}>
          {/* The page already shows a lock for a title without parts. */}
          {!isOnlyTrack && <Lock role="img" aria-label={t('Locked')} />}
        </span>
      )}
      <div className={styles['trackWords']}>
        <p className={classNames(styles['title'], cut['lines'])}>
          {track.dayNumber !== null && !isOnlyTrack && (
            <span className={styles['day']}>{t('Day {number}', { number: String(track.dayNumber) })}</span>
          )}
          {isEpisode ? (
            <Link to="/audios/$id" params={{ id: track.contentId }} className={styles['link']} dir="auto">
              {name}
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </p>
        {isEpisode && <EpisodeSummary track={track} now={time.now} isHeard={finished.isHeard(track)} />}
      </div>
      {track.runTime !== null && <p className={styles['trackTime']}>{formatRunTime(track.runTime)}</p>}
      {!isOnlyTrack && <TrackTools item={item} opened={opened} track={track} isValid={isValid} />}
    </div>
  );
});

type TrackToolsProps = Omit<TrackRowProps, 'isOnlyTrack'> & { readonly isValid: boolean };

/** What else can be done with a track. A title without parts has its menu in its header. */
function TrackTools({ item, opened, track, isValid }: TrackToolsProps) {
  const { settings } = useServices();
  const record = useRecordButton();
  return (
    <div className={styles['menu']}>
      {track.contentType === ContentType.PODCAST_EPISODE && <MarkOlder opened={opened} episode={track} />}
      {isValid && settings.links.mobileApp === null && (
        <UpNextMenu item={item} track={track} onUse={record} />
      )}
    </div>
  );
}

type EpisodeSummaryProps = {
  readonly track: Track;
  readonly now: Instant;
  readonly isHeard: boolean;
};

/** The day of publication, whether it was heard, and the beginning of the notes. */
function EpisodeSummary({ track, now, isHeard }: EpisodeSummaryProps) {
  const { description, publishedAt } = track;
  const facts = [
    ...(isHeard ? [t('Heard')] : []),
    ...(publishedAt === null ? [] : [formatDay(publishedAt, now)]),
  ].join(' · ');
  if (description === '' && facts === '') return null;
  return (
    <p className={styles['trackDescription']} dir={facts === '' ? 'auto' : undefined}>
      {facts !== '' && <span className={styles['date']}>{facts}</span>}
      {facts !== '' && description !== '' && <span className={styles['dot']}> · </span>}
      <bdi>{description}</bdi>
    </p>
  );
}

type TrackButtonProps = Omit<TrackRowProps, 'isOnlyTrack' | 'opened'> & {
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
      className={styles['trackPlay']}
      aria-label={t(isPlaying ? 'Pause {title}' : 'Play {title}', { title: name })}
      onClick={() => {
        record('Play Track');
        void playerControls.playOrPauseTrack(item, track.id);
      }}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
