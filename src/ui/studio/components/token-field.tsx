import { X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import formStyles from '../../components/forms/text-field.module.css';
import styles from './fields.module.css';

type TokenFieldProps = {
  readonly label: string;
  readonly names: readonly string[];
  readonly error?: string | undefined;
  readonly below?: ReactNode;
  readonly onSet: (names: readonly string[]) => void;
};

/** More names than these are counted, but not shown. No title may have so many. */
const MOST_SHOWN = 100;

/**
 * A list of names. Enter, a comma or a new line adds what is typed or pasted; Backspace in an empty input takes the last
 * name back.
 */
export function TokenField({ label, names, error, below, onSet }: TokenFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const add = (typed: string) => {
    const added = typed
      .split(/[,;\r\n\t]/u)
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
              aria-label={`Remove ${name}`}
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
            and {(names.length - MOST_SHOWN).toLocaleString('en-US')} more
            <button
              type="button"
              aria-label={`Remove all ${label.toLowerCase()} after the first ${MOST_SHOWN}`}
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
          onChange={({ target: { value } }) => (value.includes(',') ? add(value) : setText(value))}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            // An input would join the lines.
            if (!/[\r\n\t;]/u.test(pasted.trim())) return;
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
        Press Enter after each name.
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className={formStyles['error']} role="alert">
          {error}
        </p>
      )}
      {below}
    </div>
  );
}
