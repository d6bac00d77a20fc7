import { Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import type { AddedBookmark } from '../../../application/bookmarks/add-bookmark.ts';
import type { JumpOrigin } from '../../../application/playback/last-jump-state.ts';
import type { PositionNote as Note } from '../../../application/player-state.ts';
import { formatRunTime } from '../../../domain/catalogue/content.ts';
import type { Instant } from '../../../domain/time.ts';
import { useServices } from '../../services.ts';
import { Button } from 'audio-streaming-components/controls/button';
import { formatDay, formatTime, isSameDay } from 'audio-streaming-components/day';
import { Lazy } from '../../components/lazy.tsx';
import { Sentence } from 'audio-streaming-components/sentence';
import { t } from 'audio-streaming-translations/translate';
import styles from './player-tools.module.css';
import type { DatedTrackPosition } from '../../../domain/playback/track-position.ts';
import { Link } from '../../navigation/link.ts';
import { chapterName } from '../../components/chapter-name.ts';

/** How long a note without a question stays, in milliseconds. */
const STAY = 10_000;

/**
 * Says where the position comes from (PROG-20), or that the audio could not reach it (PLAY-91). Or asks which of two
 * positions to use (PROG-19).
 */
export const PositionNote = observer(function PositionNote() {
  const { positionNote: note } = useServices().player;
  return (
    <div role="status">
      {note?.kind === 'question' && <Question note={note} />}
      {note !== null && note.kind !== 'question' && <Statement key={note.kind} note={note} />}
    </div>
  );
});

/** Offers the next title of a series when a title has ended (PLAY-115). */
export const NextVolumeNote = observer(function NextVolumeNote() {
  const { nextVolume, player, playAudio } = useServices();
  const offered = player.hasEnded ? nextVolume.after(player.audio?.id) : null;
  return (
    <div role="status">
      {offered !== null && (
        <div role="group" aria-label={t('Next in series')} className={styles['question']}>
          <p className={styles['asked']}>
            <Sentence
              text="Next in {series}: {title}"
              values={{
                series: <bdi>{offered.series.name}</bdi>,
                title: (
                  <Link to="/audios/$id" params={{ id: offered.item.id }}>
                    <bdi>{offered.item.title}</bdi>
                  </Link>
                ),
              }}
            />
          </p>
          <div className={styles['choices']}>
            <Button
              look="primary"
              aria-label={t('Play {title}', { title: offered.item.title })}
              onClick={() => void playAudio.play(offered.item)}
            >
              {t('Play')}
            </Button>
            <Button onClick={() => nextVolume.reset()}>{t('Not now')}</Button>
          </div>
        </div>
      )}
    </div>
  );
});

function Statement({ note }: { readonly note: Exclude<Note, { kind: 'question' }> }) {
  const { player } = useServices();
  const dismiss = useEffectEvent(() => player.dismissPositionNote());
  useEffect(() => {
    const timeout = setTimeout(() => dismiss(), STAY);
    return () => clearTimeout(timeout);
  }, []);
  return <p className={styles['note']}>{textOf(note)}</p>;
}

function textOf({ kind, position }: Exclude<Note, { kind: 'question' }>): string {
  const time = formatRunTime(position);
  switch (kind) {
    case 'from-elsewhere':
      return t('Resume {time}, from another device', { time });
    case 'from-account':
      return t('Resume {time}, saved in your account', { time });
    case 'missed':
      return t('This audio cannot jump to {time}. Your saved position is kept.', { time });
  }
}

function Question({ note }: { readonly note: Extract<Note, { kind: 'question' }> }) {
  const { playerControls } = useServices();
  const questionId = useId();
  return (
    <div role="group" aria-labelledby={questionId} className={styles['question']}>
      <p id={questionId} className={styles['asked']}>
        {t('Where do you want to go on?')}
      </p>
      <div className={styles['choices']}>
        <Button look="primary" onClick={() => void playerControls.choosePosition('here')}>
          <PositionChoice position={note.here} where="here" />
        </Button>
        <Button onClick={() => void playerControls.choosePosition('elsewhere')}>
          <PositionChoice position={note.elsewhere} where="elsewhere" />
        </Button>
      </div>
    </div>
  );
}

/** One of the two positions, with its chapter if there are several, and its time. */
const PositionChoice = observer(function PositionChoice({
  position,
  where,
}: {
  readonly position: DatedTrackPosition;
  readonly where: Where;
}) {
  const { player, time } = useServices();
  const { tracks } = player;
  const track = tracks.length > 1 ? tracks[position.index] : undefined;
  const runTime = formatRunTime(position.position);
  return (
    <>
      <span>
        {track === undefined ? (
          runTime
        ) : (
          <Sentence
            text="{track}, {time}"
            values={{ track: <bdi>{chapterName(track.title)}</bdi>, time: runTime }}
          />
        )}
      </span>
      <span className={styles['where']}>{saidWhere(where, position.at, time.now)}</span>
    </>
  );
});

type Where = 'here' | 'elsewhere';

/** On which device the position was reached, and when, if that is known. */
function saidWhere(where: Where, at: Instant | null, now: Instant): string {
  const isHere = where === 'here';
  if (at === null) return t(isHere ? 'on this device' : 'on another device');
  const time = formatTime(at);
  return isSameDay(at, now)
    ? t(isHere ? 'on this device, {time}' : 'on another device, {time}', { time })
    : t(isHere ? 'on this device, {day}, {time}' : 'on another device, {day}, {time}', {
        day: formatDay(at, now),
        time,
      });
}

/** How long the undo is offered, in milliseconds; longer while it has the focus or the pointer. */
const JUMP_CHIP_STAY = 10_000;

/** Offers to undo a long seek (PLAY-41). */
export const JumpChip = observer(function JumpChip() {
  const { lastJump, player } = useServices();
  const { origin } = lastJump;
  const isHere = origin !== null && origin.track === player.track?.id;
  return (
    <div className={styles['area']} role="status">
      {isHere && <Chip key={origin.position} origin={origin} />}
    </div>
  );
});

function Chip({ origin }: { readonly origin: JumpOrigin }) {
  const { lastJump, seek } = useServices();
  const [isPaused, setPaused] = useState(false);
  const forget = useEffectEvent(() => lastJump.forget());
  useEffect(() => {
    if (isPaused) return undefined;
    const timeout = setTimeout(() => forget(), JUMP_CHIP_STAY);
    return () => clearTimeout(timeout);
  }, [isPaused]);
  return (
    <button
      type="button"
      className={styles['chip']}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onClick={() => seek.undo()}
    >
      <Undo2 aria-hidden="true" size={16} />
      {t('Back to {time}', { time: formatRunTime(origin.position) })}
    </button>
  );
}

const importBookmarkAdded = async () => (await import('../bookmarks/bookmark-added.tsx')).BookmarkAdded;

/** Says that a bookmark was added, on the screen and to a screen reader (BOOK-4). */
export function BookmarkNote({ bookmarking: { last, dismiss } }: { readonly bookmarking: Bookmarking }) {
  return (
    <>
      {/* The element exists before its text: a screen reader announces only changes inside it. */}
      <p className="visually-hidden" role="status">
        {last !== null &&
          t(last.isNew ? 'Bookmark added at {time}' : 'There is already a bookmark at {time}', {
            time: formatRunTime(last.bookmark.position),
          })}
      </p>
      <Lazy load={importBookmarkAdded} isNeeded={last !== null}>
        {(BookmarkAdded) =>
          last !== null && (
            <BookmarkAdded key={last.count} added={last} opensNote={last.opensNote} onDone={dismiss} />
          )
        }
      </Lazy>
    </>
  );
}

/** The bookmark that was added last, as long as the player shows its note. `count` grows with each bookmark. */
type LastAdded = AddedBookmark & { readonly opensNote: boolean; readonly count: number };

/** How the player adds a bookmark, and what it says about it. */
export type Bookmarking = {
  readonly last: LastAdded | null;
  readonly add: (opensNote: boolean) => void;
  readonly dismiss: () => void;
};

/** Null where only the mobile app has bookmarks (BOOK-1). */
export function useAddBookmark(): Bookmarking | null {
  const { addBookmark, settings } = useServices();
  const [last, setLast] = useState<LastAdded | null>(null);
  const add = useCallback(
    (opensNote: boolean) => {
      const mark = async () => {
        const added = await addBookmark.add();
        if (added !== null) setLast((before) => ({ ...added, opensNote, count: (before?.count ?? 0) + 1 }));
      };
      void mark();
    },
    [addBookmark],
  );
  const dismiss = useCallback(() => setLast(null), []);
  const isOn = settings.links.mobileApp === null;
  return useMemo(() => (isOn ? { last, add, dismiss } : null), [isOn, last, add, dismiss]);
}
