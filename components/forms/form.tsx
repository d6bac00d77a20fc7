import {
  use,
  useEffect,
  useMemo,
  useRef,
  type FormEvent,
  type ReactNode,
  createContext,
  useEffectEvent,
  useLayoutEffect,
  type RefObject,
} from 'react';
import type { Message } from 'audio-streaming-translations/message';
import { t } from 'audio-streaming-translations/translate';
import { Button } from '../controls/button.tsx';
import { PageFrameContext } from '../layout/page-frame.ts';
import type { Attempt } from './use-attempt.ts';
import styles from './form.module.css';

/** What a form shares with its fields. */
type FormState = {
  /** The failure of the last attempt: a new object for each attempt. */
  readonly failure: object | null;
  /** Set by the first field. */
  readonly firstField: RefObject<HTMLInputElement | null>;
};

const FormContext = createContext<FormState | null>(null);

/**
 * Connects an input to the form around it. The input gets the focus after an attempt that failed because of the input.
 * The first field also gets the focus when the form opens.
 *
 * @param hasError whether the last attempt failed because of this field
 */
export function useFormField(hasError: boolean): RefObject<HTMLInputElement | null> {
  const form = use(FormContext);
  const failure = form?.failure ?? null;
  const firstField = form?.firstField;
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    if (firstField !== undefined) firstField.current ??= input.current;
  }, [firstField]);

  const focusIfWrong = useEffectEvent(() => {
    if (hasError) input.current?.focus();
  });
  useEffect(() => {
    if (failure !== null) focusIfWrong();
  }, [failure]);

  return input;
}

type FormProps = {
  readonly attempt: Pick<Attempt<unknown>, 'failure' | 'isPending'>;
  /** A message that is shown before the form is sent for the first time. */
  readonly notice?: { readonly message: Message } | null;
  /** When the form opens, its first field gets the focus; `selected`: with its text selected. */
  readonly focus?: 'first' | 'selected';
  readonly submitLabel: string;
  readonly onSubmit: (fields: FormData) => void;
  /** Set for a form within a page: it can be cancelled. */
  readonly onCancel?: () => void;
  /** Additional controls beside the buttons. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
};

/** A form that is sent in one attempt. After a failure, the field that caused it gets the focus (SES-22). */
export function Form({
  attempt,
  notice = null,
  focus,
  submitLabel,
  onSubmit,
  onCancel,
  more,
  children,
}: FormProps) {
  const { showContent } = use(PageFrameContext);
  const firstField = useRef<HTMLInputElement>(null);
  const { failure, isPending } = attempt;
  const context = useMemo(() => ({ failure, firstField }), [failure]);

  useEffect(() => {
    if (focus === undefined) return;
    firstField.current?.focus();
    if (focus === 'selected') firstField.current?.select();
  }, [focus]);

  const shown = failure === null ? notice : failure.field === undefined ? failure : null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };

  const send = (
    <Button type="submit" look="primary" aria-disabled={isPending} aria-busy={isPending}>
      {submitLabel}
    </Button>
  );
  return (
    <FormContext value={context}>
      {/* The use cases validate the fields, with their own messages (SES-10, ACC-8, ACC-15). */}
      <form
        ref={showContent}
        className={styles['form']}
        data-inline={onCancel !== undefined}
        noValidate
        onSubmit={submit}
      >
        {shown !== null && <FormAlert message={shown.message} />}
        {children}
        {onCancel === undefined ? (
          send
        ) : (
          <div className={styles['buttons']}>
            {send}
            <Button look="quiet" onClick={onCancel}>
              {t('Cancel')}
            </Button>
            {more}
          </div>
        )}
      </form>
    </FormContext>
  );
}

/** A failure that belongs to no field. */
export function FormAlert({ message }: { readonly message: Message }) {
  return (
    <p className={styles['alert']} role="alert">
      {t(message)}
    </p>
  );
}

/** The text of a field of a submitted form; never a file. */
export const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
};
