import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the element that `find` returns, if a change of `state` has removed the focused control. If no
 * control had the focus, nothing happens.
 *
 * @param state the state that decides which controls exist
 */
export function useFocusAfterChange(state: unknown, find: () => HTMLElement | null): void {
  const before = useRef(state);
  const focused = useRef<EventTarget | null>(null);
  useEffect(() => {
    const saveFocused = ({ target }: FocusEvent) => {
      focused.current = target;
    };
    document.addEventListener('focusin', saveFocused);
    return () => document.removeEventListener('focusin', saveFocused);
  }, []);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const isRemoved = focused.current instanceof Node && !focused.current.isConnected;
    if (isRemoved && document.activeElement === document.body) find()?.focus();
  });
}
