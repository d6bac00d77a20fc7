import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type RefObject,
} from 'react';

/** What a form shares with its fields. */
type FormState = {
  /** The failure of the last attempt: a new object for each attempt. */
  readonly failure: object | null;
  /** Set by the first field. */
  readonly firstField: RefObject<HTMLInputElement | null>;
};

export const FormContext = createContext<FormState | null>(null);

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
