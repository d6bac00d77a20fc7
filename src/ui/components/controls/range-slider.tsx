import type { ComponentProps, CSSProperties } from 'react';
import { classNames } from '../class-names.ts';
import styles from './range-slider.module.css';

type RangeSliderProps = Omit<ComponentProps<'input'>, 'type' | 'min' | 'max' | 'value' | 'style'> & {
  readonly label: string;
  readonly max: number;
  /** If absent, the owner of the slider sets its value with `showValue`. */
  readonly value?: number;
};

const fillOf = (value: number, max: number): string => `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%`;

/** Moves a slider that has no `value` prop, without a React render. */
export function showValue(slider: HTMLInputElement, value: number): void {
  slider.value = String(value);
  slider.style.setProperty('--fill', fillOf(value, Number(slider.max)));
}

/** A slider from 0 to `max`, filled up to its value. */
export function RangeSlider({ label, max, value, className, ...rest }: RangeSliderProps) {
  const style: CSSProperties & { readonly '--fill'?: string } =
    value === undefined ? {} : { '--fill': fillOf(value, max) };
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
