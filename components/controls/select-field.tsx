import type { Ref } from 'react';
import styles from './select-field.module.css';

type SelectFieldProps = {
  readonly ref?: Ref<HTMLSelectElement>;
  readonly label: string;
  readonly value: string;
  /** Values and their words. */
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
};

/** A choice of a few values. Its label is for screen readers: the first option says what it is. */
export function SelectField({ ref, label, value, options, onChoose }: SelectFieldProps) {
  return (
    <select
      ref={ref}
      className={styles['select']}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}
