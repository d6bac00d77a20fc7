import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { formatRunTime } from '../../domain/run-time.ts';
import { seconds } from '../../domain/time.ts';
import { RangeSlider } from '../parts/range-slider.tsx';
import { useServices } from '../services.ts';
import styles from './seek-slider.module.css';

/**
 * The place in the track. While it is dragged it shows where it would go; the sound follows when it is let
 * go. The only part of the player that changes with every tick.
 */
export const SeekSlider = observer(function SeekSlider() {
  const { player, moveInTrack } = useServices();
  const [draft, setDraft] = useState<number | null>(null);
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const slider = row.current?.querySelector('input');
    const commit = () => {
      if (slider) moveInTrack.run(seconds(Number(slider.value)));
      setDraft(null);
    };
    // React's `onChange` is every movement; the browser's own comes when the slider is let go.
    slider?.addEventListener('change', commit);
    return () => slider?.removeEventListener('change', commit);
  }, [moveInTrack]);

  const duration = player.duration ?? seconds(0);
  const place = seconds(Math.floor(Math.min(draft ?? player.position, duration)));
  return (
    <div ref={row} className={styles['row']}>
      <span className={styles['time']} aria-hidden="true">
        {formatRunTime(place)}
      </span>
      <RangeSlider
        label="Seek"
        max={Math.floor(duration)}
        value={place}
        disabled={duration === 0}
        aria-valuetext={`${formatRunTime(place)} of ${formatRunTime(duration)}`}
        onChange={(event) => setDraft(Number(event.target.value))}
      />
      <span className={styles['time']} aria-hidden="true">
        {formatRunTime(duration)}
      </span>
    </div>
  );
});
