import { useEffect, useRef } from 'react';

/**
 * Gives the focus to what `find` finds when `state` has changed and the control that had it is gone.
 *
 * @param state what decides which controls there are
 */
export function useKeptFocus(state: unknown, find: () => HTMLElement | null): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) find()?.focus();
  });
}
