import { Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import type { JumpOrigin } from '../../../../application/playback/last-jump-state.ts';
import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import { useServices } from '../../../app/services.ts';
import styles from './jump-chip.module.css';

/** How long the undo is offered, in milliseconds; longer while it has the focus or the pointer. */
const STAY = 10_000;

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
    const timeout = setTimeout(() => forget(), STAY);
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
      Back to {formatRunTime(origin.position)}
    </button>
  );
}
