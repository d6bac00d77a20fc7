import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef } from 'react';
import { formatRunTime } from '../../../../domain/catalogue/run-time.ts';
import { seconds } from '../../../../domain/time.ts';
import { RangeSlider, showValue } from '../../../components/controls/range-slider.tsx';
import { useServices } from '../../../app/services.ts';
import styles from './seek-slider.module.css';

/**
 * The position in the track. A drag shows the new position; the sound follows when the slider is released.
 *
 * This is the only part of the player that changes during playback, and it updates the DOM without a React render. A
 * React update would interrupt rendering elsewhere. On a slow machine, a page that takes longer than the time between
 * two updates would never finish.
 */
export const SeekSlider = observer(function SeekSlider() {
  const { player, seek } = useServices();
  const slider = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const isDragged = useRef(false);
  const duration = player.duration ?? seconds(0);

  useLayoutEffect(() => {
    const input = slider.current;
    if (input === null) return undefined;
    const show = (at: number): void => {
      const text = formatRunTime(seconds(at));
      showValue(input, at);
      input.setAttribute('aria-valuetext', `${text} of ${formatRunTime(duration)}`);
      if (time.current !== null) time.current.textContent = text;
    };
    const currentSecond = (): number => Math.min(player.wholePosition, Math.floor(duration));
    const drag = (): void => {
      isDragged.current = true;
      show(Number(input.value));
    };
    const commit = (): void => {
      isDragged.current = false;
      seek.seekTo(seconds(Number(input.value)));
      show(currentSecond());
    };
    const stop = reaction(
      currentSecond,
      (at) => {
        if (!isDragged.current) show(at);
      },
      { fireImmediately: true },
    );
    const commitMove = (): void => {
      if (isDragged.current) commit();
    };
    // `input` fires at every movement, `change` when the slider is released. For a key, Firefox sends `change` only when
    // the slider loses the focus: too late, and once more (PLAY-75).
    input.addEventListener('input', drag);
    input.addEventListener('change', commitMove);
    input.addEventListener('keyup', commitMove);
    return () => {
      stop();
      input.removeEventListener('input', drag);
      input.removeEventListener('change', commitMove);
      input.removeEventListener('keyup', commitMove);
    };
  }, [player, seek, duration]);

  return (
    <div className={styles['row']}>
      <span ref={time} className={styles['time']} aria-hidden="true" />
      <RangeSlider ref={slider} label="Seek" max={Math.floor(duration)} disabled={duration === 0} />
      <span className={styles['time']} aria-hidden="true">
        {formatRunTime(duration)}
      </span>
    </div>
  );
});
