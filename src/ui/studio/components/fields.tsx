import { useId, type ReactNode } from 'react';
import type { Instant } from '../../../domain/time.ts';
import { fromLocalValue, toLocalValue } from './instants.ts';
import styles from './fields.module.css';

type FieldProps = {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Below the control: what the source says. */
  readonly below?: ReactNode;
};

type Control = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

/** A label, a control, and below it the hint, the error and what the source says. */
function Field({
  label,
  error,
  hint,
  below,
  children,
}: FieldProps & { readonly children: (control: Control) => ReactNode }) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`];
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      )}
      {below}
    </div>
  );
}

type TextProps = FieldProps & {
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly rows?: number;
  readonly inputMode?: 'decimal';
  readonly placeholder?: string;
};

/** A line of text, or several with `rows`. */
export function TextInput({ value, onType, rows, inputMode, placeholder, ...field }: TextProps) {
  return (
    <Field {...field}>
      {(control) =>
        rows === undefined ? (
          <input
            {...control}
            className={styles['control']}
            type="text"
            inputMode={inputMode}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onType(event.target.value)}
          />
        ) : (
          <textarea
            {...control}
            className={styles['control']}
            rows={rows}
            value={value}
            onChange={(event) => onType(event.target.value)}
          />
        )
      }
    </Field>
  );
}

type InstantProps = FieldProps & {
  readonly value: Instant | null;
  readonly onSet: (value: Instant | null) => void;
};

/** A date and a time in the zone of this browser; empty for none. */
export function InstantInput({ value, onSet, ...field }: InstantProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          className={styles['control']}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={toLocalValue(value)}
          onChange={(event) => onSet(fromLocalValue(event.target.value))}
        />
      )}
    </Field>
  );
}
