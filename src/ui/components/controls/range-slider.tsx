import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from '../../screens/playback/player-controls.module.css';

type RangeSliderProps = Omit<ComponentProps<'input'>, 'type' | 'min' | 'max'> & {
  readonly label: string;
  readonly max: number;
};

/** A slider from 0 to `max`, filled up to its value. Without a `value`, its owner sets the value of the element. */
export function RangeSlider({ label, className, ...rest }: RangeSliderProps) {
  return (
    <input
      {...rest}
      type="range"
      min={0}
      aria-label={label}
      className={classNames(styles['slider'], className)}
    />
  );
}
