import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './step-form.module.css';
import type { Step, StepFailure } from './use-step.ts';

type StepFormProps = {
  readonly step: Pick<Step<unknown>, 'failure' | 'isPending'>;
  /** A message that is shown before the form is sent for the first time. */
  readonly notice?: Pick<StepFailure, 'message'> | null;
  readonly submitLabel: string;
  readonly onSubmit: (fields: FormData) => void;
  readonly children: ReactNode;
};

/** The form of one sign-in step. After a failure, the field that caused it gets the focus (SES-22). */
export function StepForm({ step, notice = null, submitLabel, onSubmit, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { failure, isPending } = step;

  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  const shown = failure === null ? notice : failure.field === undefined ? failure : null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };

  return (
    // The use cases validate the fields, with their own messages (SES-10).
    <form ref={form} className={styles['form']} noValidate onSubmit={submit}>
      {shown !== null && (
        <p className={styles['failure']} role="alert">
          {shown.message}
        </p>
      )}
      {children}
      <Button type="submit" look="primary" aria-disabled={isPending} aria-busy={isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** The text of a field of a submitted form; never a file. */
export const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
};
