import { Volume2, VolumeX } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { RangeSlider } from '../../../components/controls/range-slider.tsx';
import { useServices } from '../../../app/services.ts';
import styles from './volume-slider.module.css';

/** The volume, in percent. It is absent where only the buttons of the device set the volume (PLAY-72). */
export const VolumeSlider = observer(function VolumeSlider() {
  const { player, playbackSettings } = useServices();
  if (!player.canSetVolume) return null;
  const percent = Math.round(player.volume * 100);
  const Icon = percent === 0 ? VolumeX : Volume2;
  return (
    <span className={styles['volume']}>
      <Icon aria-hidden="true" />
      <RangeSlider
        label="Volume"
        max={100}
        step={5}
        value={percent}
        aria-valuetext={`${percent}%`}
        onChange={(event) => playbackSettings.setVolume(Number(event.target.value) / 100)}
      />
    </span>
  );
});
