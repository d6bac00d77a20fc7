import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus from a button that disappeared while it had the focus to the button that replaces it: Close and
 * Resume. A focus elsewhere stays.
 *
 * @param shown the button of the part that is shown; null while there is none
 */
export function useFocusTransfer(shown: RefObject<HTMLButtonElement | null> | null): void {
  const last = useRef<typeof shown>(null);
  useEffect(() => {
    if (shown === null) return;
    const isReplacement = last.current !== null && last.current !== shown;
    last.current = shown;
    if (isReplacement && document.activeElement === document.body) shown.current?.focus();
  }, [shown]);
}
