import { useId, type ComponentProps, type ReactNode, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { classNames } from '../class-names.ts';
import { useFormField } from './form.tsx';
import { IconButton } from '../controls/button.tsx';
import styles from './text-field.module.css';

type TextFieldProps = Omit<
  ComponentProps<'input'>,
  'ref' | 'id' | 'aria-invalid' | 'aria-describedby' | 'onClick' | 'onInput'
> & {
  readonly label: string;
  /** The error of the field; it is announced at once and tied to the field. */
  readonly error?: Message | null;
  /** Help that is always shown. */
  readonly hint?: string;
  /** A control at the end of the field, for example a button that shows a password. */
  readonly end?: ReactNode;
  /** Called when the listener clicks the field or types in it. */
  readonly onUse?: (() => void) | undefined;
};

export function TextField({ label, error = null, hint, end, onUse, className, ...input }: TextFieldProps) {
  const id = useId();
  const field = useFormField(error !== null);
  const described = [hint === undefined ? null : `${id}-hint`, error === null ? null : `${id}-error`];
  const describedBy = described.filter((part) => part !== null).join(' ');
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['box']}>
        <input
          {...input}
          ref={field}
          onClick={onUse}
          onInput={onUse}
          id={id}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
        {end}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error !== null && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {t(error)}
        </p>
      )}
    </div>
  );
}

type NamedFieldProps = Omit<TextFieldProps, 'label' | 'name'>;

/** The address with which a listener signs in. */
export function EmailField(props: NamedFieldProps) {
  return (
    <TextField
      {...props}
      label={t('Email')}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** A field for a confirmation code; a phone offers to fill it in. */
export function CodeField(props: NamedFieldProps) {
  return (
    <TextField
      {...props}
      label={t('Confirmation code')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'onUse'> & {
  readonly autoComplete: 'current-password' | 'new-password';
  /** Called when the listener clicks the field or types in it. `isReadable`: whether the text is shown. */
  readonly onUse?: (isReadable: boolean) => void;
};

/** A password input whose text can be shown. */
export function PasswordField({ onUse, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      onUse={() => onUse?.(isShown)}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          label={t(isShown ? 'Hide characters' : 'Show characters')}
          icon={isShown ? EyeOff : Eye}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
