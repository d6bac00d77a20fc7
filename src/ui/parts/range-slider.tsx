import type { ComponentProps, CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './range-slider.module.css';

type RangeSliderProps = Omit<ComponentProps<'input'>, 'type' | 'min' | 'max' | 'value' | 'style'> & {
  readonly label: string;
  readonly max: number;
  readonly value: number;
};

/** A slider from 0 to `max`, filled up to its value. */
export function RangeSlider({ label, max, value, className, ...rest }: RangeSliderProps) {
  const fill = max > 0 ? Math.min(100, (value / max) * 100) : 0;
  const style: CSSProperties & { readonly '--fill': string } = { '--fill': `${fill}%` };
  return (
    <input
      {...rest}
      type="range"
      min={0}
      max={max}
      value={value}
      aria-label={label}
      className={classNames(styles['slider'], className)}
      style={style}
    />
  );
}
