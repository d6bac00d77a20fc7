import { useId, type ReactNode } from 'react';
import type { Instant } from '../../../domain/time.ts';
import { TextField } from '../../components/forms/text-field.tsx';
import formStyles from '../../components/forms/text-field.module.css';
import styles from './fields.module.css';
import { fromLocalValue, toLocalValue } from './instants.ts';

type FieldProps = {
  readonly label: string;
  readonly error?: string | undefined;
  /** Below the control: what the source says. */
  readonly below?: ReactNode;
};

type TextProps = FieldProps & {
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly hint?: string;
  readonly inputMode?: 'decimal';
  readonly placeholder?: string;
};

/** A line of text. */
export function TextInput({ value, onType, error, below, ...field }: TextProps) {
  return (
    <div className={styles['stack']}>
      <TextField
        {...field}
        type="text"
        error={error ?? null}
        value={value}
        onChange={(event) => onType(event.target.value)}
      />
      {below}
    </div>
  );
}

type LongTextProps = FieldProps & {
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly rows: number;
};

/** Several lines of text. */
export function LongTextInput({ label, value, onType, rows, error, below }: LongTextProps) {
  const id = useId();
  const hasError = error !== undefined;
  return (
    <div className={formStyles['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={styles['area']}
        rows={rows}
        value={value}
        aria-describedby={hasError ? `${id}-error` : undefined}
        aria-invalid={hasError ? true : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      {hasError && (
        <p id={`${id}-error`} className={formStyles['error']} role="alert">
          {error}
        </p>
      )}
      {below}
    </div>
  );
}

type InstantProps = FieldProps & {
  readonly value: Instant | null;
  readonly onSet: (value: Instant | null) => void;
};

/** A date and a time in the zone of this browser; empty for none. */
export function InstantInput({ label, value, onSet, error, below }: InstantProps) {
  return (
    <div className={styles['stack']}>
      <TextField
        label={label}
        type="datetime-local"
        max="9999-12-31T23:59"
        error={error ?? null}
        value={toLocalValue(value)}
        onChange={(event) => onSet(fromLocalValue(event.target.value))}
      />
      {below}
    </div>
  );
}
