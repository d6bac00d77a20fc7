import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the element that `find` returns, if `state` has changed and the focused control disappeared with
 * that. If no control had the focus, nothing happens.
 *
 * @param state the state that decides which controls exist
 */
export function useFocusAfterChange(state: unknown, find: () => HTMLElement | null): void {
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
    const isRemoved = focused.current instanceof Node && !focused.current.isConnected;
    if (isRemoved && document.activeElement === document.body) find()?.focus();
  });
}
