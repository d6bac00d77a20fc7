import { Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type RefObject, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { SKIP_STEP } from '../../../domain/playback/player.ts';
import { formatRunTime } from '../../../domain/catalogue/content.ts';
import { seconds } from '../../../domain/time.ts';
import { useServices } from '../../services.ts';
import { IconButton } from 'audio-streaming-components/controls/button';
import { t } from 'audio-streaming-translations/translate';
import styles from './transport.module.css';

type TransportProps = { readonly playButton: RefObject<HTMLButtonElement | null> };

/** Play and pause, previous and next track, and the skip step (PLAY-18). */
export const Transport = observer(function Transport({ playButton }: TransportProps) {
  const { player, togglePlayback, changeTrack, seek } = useServices();
  const isBusy = player.isPlaying && (player.phase === 'loading' || player.isWaiting);
  return (
    <div className={styles['transport']}>
      <IconButton label={t('Previous track')} icon={SkipBack} onClick={() => void changeTrack.previous()} />
      <IconButton
        label={t('Rewind {count, plural, one {# second} other {# seconds}}', { count: SKIP_STEP })}
        icon={RotateCcw}
        onClick={() => seek.skipBy(seconds(0 - SKIP_STEP))}
      />
      <IconButton
        ref={playButton}
        label={t(player.isPlaying ? 'Pause' : 'Play')}
        icon={player.isPlaying ? Pause : Play}
        size="large"
        className={styles['play']}
        aria-busy={isBusy}
        data-asks={player.needsTap}
        data-folded
        onClick={() => void togglePlayback.toggle()}
      />
      <IconButton
        label={t('Skip {count, plural, one {# second} other {# seconds}}', { count: SKIP_STEP })}
        icon={RotateCw}
        onClick={() => seek.skipBy(SKIP_STEP)}
      />
      <IconButton
        label={t('Next track')}
        icon={SkipForward}
        data-folded
        onClick={() => void changeTrack.next()}
      />
    </div>
  );
});

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
    // A text of its own: another value changes only this text, and no element.
    const shown = new Text();
    time.current?.replaceChildren(shown);
    const show = (at: number): void => {
      input.value = String(at);
      shown.data = formatRunTime(seconds(at));
    };
    const tell = (): void => {
      const time = formatRunTime(seconds(Number(input.value)));
      const words = t('{time} of {duration}', { time, duration: formatRunTime(duration) });
      input.setAttribute('aria-valuetext', words);
    };
    const currentSecond = (): number => Math.min(player.wholePosition, Math.floor(duration));
    const drag = (): void => {
      isDragged.current = true;
      show(Number(input.value));
      tell();
    };
    const commit = (): void => {
      isDragged.current = false;
      seek.seekTo(seconds(Number(input.value)));
      show(currentSecond());
      tell();
    };
    const stop = reaction(
      currentSecond,
      (at) => {
        if (isDragged.current) return;
        show(at);
        // A screen reader would say each new text of the element that has the focus (PLAY-126).
        if (document.activeElement !== input) tell();
      },
      { fireImmediately: true },
    );
    tell();
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
      <RangeSlider ref={slider} label={t('Seek')} max={Math.floor(duration)} disabled={duration === 0} />
      <span className={styles['time']} aria-hidden="true">
        {formatRunTime(duration)}
      </span>
    </div>
  );
});

/** The volume, in percent. It is absent where only the buttons of the device set the volume (PLAY-72). */
export const VolumeSlider = observer(function VolumeSlider() {
  const { audioOutput, playbackSettings } = useServices();
  if (!audioOutput.canSetVolume) return null;
  const percent = Math.round(audioOutput.volume * 100);
  const Icon = percent === 0 ? VolumeX : Volume2;
  return (
    <span className={styles['volume']}>
      <Icon aria-hidden="true" />
      <RangeSlider
        label={t('Volume')}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={t('{percent}%', { percent })}
        onChange={(event) => playbackSettings.setVolume(Number(event.target.value) / 100)}
      />
    </span>
  );
});

type RangeSliderProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'min' | 'max'> & {
  readonly label: string;
  readonly max: number;
};

/** A slider from 0 to `max`, filled up to its value. Without a `value`, its owner sets the value of the element. */
function RangeSlider({ label, ...rest }: RangeSliderProps) {
  return <input {...rest} type="range" min={0} aria-label={label} className={styles['slider']} />;
}
