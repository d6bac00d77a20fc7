import { useEffect, useRef } from 'react';

/**
 * Gives the focus to what `find` finds when `state` has changed and the control that had it went away with that. A
 * page on which nothing had the focus is left as it is.
 *
 * @param state what decides which controls there are
 */
export function useKeptFocus(state: unknown, find: () => HTMLElement | null): void {
  const before = useRef(state);
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const isGone = focused.current instanceof Node && !focused.current.isConnected;
    if (isGone && document.activeElement === document.body) find()?.focus();
  });
}
