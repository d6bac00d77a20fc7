import { X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Instant } from '../../../../src/domain/time.ts';
import { classNames } from 'audio-streaming-components/class-names';
import { SelectField } from 'audio-streaming-components/controls/select-field';
import formStyles from 'audio-streaming-components/forms/text-field.module.css';
import { TextField } from 'audio-streaming-components/forms/text-field';
import styles from './components.module.css';
import { dateHint, formatInstant, fromLocalValue, showWhole, toLocalValue } from './instants.ts';
import type { Message } from 'audio-streaming-translations/message';
import { formatNumber } from 'audio-streaming-translations/formats';
import { t } from 'audio-streaming-translations/translate';

type FieldProps = {
  readonly label: string;
  readonly error?: Message | undefined;
  /** Below the control: what the source says. */
  readonly below?: ReactNode;
};

type TextProps = FieldProps & {
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly hint?: string;
  readonly inputMode?: 'decimal';
  readonly placeholder?: string;
  /** The id of a `datalist`. */
  readonly list?: string;
  readonly autoComplete?: 'off';
};

/** A select with a label that is shown. */
export function Choice(props: Parameters<typeof SelectField>[0]) {
  return (
    <div className={classNames(formStyles['field'], styles['choice'])}>
      <span aria-hidden="true">{props.label}</span>
      <SelectField {...props} />
    </div>
  );
}

export function TextInput({ value, onType, error, below, ...field }: TextProps) {
  return (
    <div className={styles['stack']}>
      <TextField
        {...field}
        type="text"
        // A number runs from left to right, also with a sign.
        dir={field.inputMode === 'decimal' ? 'ltr' : undefined}
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
        // An empty field is at the side of the page.
        dir={value === '' ? undefined : 'auto'}
        value={value}
        aria-describedby={hasError ? `${id}-error` : undefined}
        aria-invalid={hasError ? true : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      {hasError && (
        <p id={`${id}-error`} className={formStyles['error']} role="alert">
          {t(error)}
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
        {...dateHint(value === null ? null : formatInstant(value))}
        onFocus={showWhole}
        onChange={(event) => onSet(fromLocalValue(event.target.value))}
      />
      {below}
    </div>
  );
}

type TokenFieldProps = {
  readonly label: string;
  readonly names: readonly string[];
  readonly error?: Message | undefined;
  readonly below?: ReactNode;
  /** Says that all names after the first `{count}` go. */
  readonly removeRest: Message;
  readonly onSet: (names: readonly string[]) => void;
};

/** More names than these are counted, but not shown. No title may have so many. */
const MOST_SHOWN = 100;

/** A comma of Latin or of Arabic script adds a name. */
const COMMA = /[,،]/u;
const LISTED = /[\r\n\t;؛]/u;
const SEPARATORS = /[,،;؛\r\n\t]/u;

/**
 * A list of names. Enter, a comma or a new line adds what is typed or pasted; Backspace in an empty input takes the last
 * name back.
 */
export function TokenField({ label, names, error, below, removeRest, onSet }: TokenFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const added = typed
      .split(SEPARATORS)
      .map((name) => name.trim())
      .filter((name) => name !== '');
    setText('');
    if (added.length > 0) onSet([...new Set([...names, ...added])]);
  };
  return (
    <div className={formStyles['field']} role="group" aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div className={styles['tokens']}>
        {names.slice(0, MOST_SHOWN).map((name) => (
          <span key={name} className={styles['token']}>
            <bdi>{name}</bdi>
            <button
              type="button"
              aria-label={t('Remove {name}', { name })}
              onClick={() => {
                onSet(names.filter((other) => other !== name));
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" size={16} />
            </button>
          </span>
        ))}
        {names.length > MOST_SHOWN && (
          <span className={styles['token']}>
            {t('and {count} more', { count: formatNumber(names.length - MOST_SHOWN) })}
            <button
              type="button"
              aria-label={t(removeRest, { count: MOST_SHOWN })}
              onClick={() => {
                onSet(names.slice(0, MOST_SHOWN));
                input.current?.focus();
              }}
            >
              <X aria-hidden="true" size={16} />
            </button>
          </span>
        )}
        <input
          ref={input}
          id={id}
          value={text}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
          onChange={({ target: { value } }) => (COMMA.test(value) ? add(value) : setText(value))}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            // An input would join the lines.
            if (!LISTED.test(pasted.trim())) return;
            event.preventDefault();
            add(`${text}${pasted}`);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              add(text);
            } else if (event.key === 'Backspace' && text === '' && names.length > 0) {
              onSet(names.slice(0, -1));
            }
          }}
          onBlur={() => add(text)}
        />
      </div>
      <p id={`${id}-hint`} className="visually-hidden">
        {t('Press Enter after each name.')}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className={formStyles['error']} role="alert">
          {t(error)}
        </p>
      )}
      {below}
    </div>
  );
}
