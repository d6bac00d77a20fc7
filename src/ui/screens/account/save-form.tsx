import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import styles from './save-form.module.css';
import type { Save } from './use-save.ts';

type SaveFormProps = {
  readonly save: Pick<Save<unknown>, 'failure' | 'isPending'>;
  readonly submitLabel: string;
  readonly onSubmit: (fields: FormData) => void;
  readonly onCancel: () => void;
  /** Additional controls beside the buttons, for example to request a new code. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
};

/** A form within a setting. Its first field gets the focus, and after a failure the field that caused it. */
export function SaveForm({ save, submitLabel, onSubmit, onCancel, more, children }: SaveFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { failure, isPending } = save;

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };

  return (
    // The use cases validate the fields, with their own messages (ACC-8, ACC-15).
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      {failure !== null && failure.field === undefined && <FormAlert message={failure.message} />}
      {children}
      <div className={styles['buttons']}>
        <Button type="submit" look="primary" aria-disabled={isPending} aria-busy={isPending}>
          {submitLabel}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {more}
      </div>
    </form>
  );
}

/** A failure that belongs to no field. */
export function FormAlert({ message }: { readonly message: string }) {
  return (
    <p className={styles['alert']} role="alert">
      {message}
    </p>
  );
}
