import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useId } from 'react';
import type { PositionNote as Note } from '../../../../application/playback/player-state.ts';
import type { DatedTrackPosition } from '../../../../application/progress/track-position.ts';
import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useServices } from '../../../app/services.ts';
import { formatDay, formatTime, isSameDay } from '../../../components/day.ts';
import styles from './position-note.module.css';

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
      return `Resume ${time}, from another device`;
    case 'from-account':
      return `Resume ${time}, saved in your account`;
    case 'missed':
      return `This audio cannot jump to ${time}. Your saved position is kept.`;
  }
}

function Question({ note }: { readonly note: Extract<Note, { kind: 'question' }> }) {
  const { playerControls } = useServices();
  const questionId = useId();
  return (
    <div role="group" aria-labelledby={questionId} className={styles['question']}>
      <p id={questionId} className={styles['asked']}>
        Where do you want to go on?
      </p>
      <div className={styles['choices']}>
        <Button look="primary" onClick={() => void playerControls.choosePosition('here')}>
          <PositionChoice position={note.here} where="on this device" />
        </Button>
        <Button onClick={() => void playerControls.choosePosition('elsewhere')}>
          <PositionChoice position={note.elsewhere} where="on another device" />
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
  readonly where: string;
}) {
  const { player, time } = useServices();
  const { tracks } = player;
  const track = tracks.length > 1 ? tracks[position.index] : undefined;
  const { at } = position;
  const day = at === null || isSameDay(at, time.now) ? '' : `${formatDay(at, time.now)}, `;
  return (
    <>
      <span>
        {track !== undefined && `${track.title}, `}
        {formatRunTime(position.position)}
      </span>
      <span className={styles['where']}>
        {where}
        {at !== null && `, ${day}${formatTime(at)}`}
      </span>
    </>
  );
});
