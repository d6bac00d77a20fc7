import { Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { RefObject } from 'react';
import { SKIP_STEP } from '../../../../domain/catalogue/limits.ts';
import { seconds } from '../../../../domain/time.ts';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { useServices } from '../../../app/services.ts';
import styles from './transport.module.css';

type TransportProps = { readonly playButton: RefObject<HTMLButtonElement | null> };

/** Play and pause, previous and next track, and steps of 15 seconds (PLAY-18). */
export const Transport = observer(function Transport({ playButton }: TransportProps) {
  const { player, togglePlayback, changeTrack, seek } = useServices();
  const isBusy = player.isPlaying && (player.phase === 'loading' || player.isWaiting);
  return (
    <div className={styles['transport']}>
      <IconButton label="Previous track" icon={SkipBack} onClick={() => void changeTrack.previous()} />
      <IconButton
        label={`Rewind ${SKIP_STEP} seconds`}
        icon={RotateCcw}
        onClick={() => seek.skipBy(seconds(0 - SKIP_STEP))}
      />
      <IconButton
        ref={playButton}
        label={player.isPlaying ? 'Pause' : 'Play'}
        icon={player.isPlaying ? Pause : Play}
        size="large"
        className={styles['play']}
        aria-busy={isBusy}
        data-asks={player.needsTap}
        onClick={() => void togglePlayback.toggle()}
      />
      <IconButton
        label={`Skip ${SKIP_STEP} seconds`}
        icon={RotateCw}
        onClick={() => seek.skipBy(SKIP_STEP)}
      />
      <IconButton label="Next track" icon={SkipForward} onClick={() => void changeTrack.next()} />
    </div>
  );
});
