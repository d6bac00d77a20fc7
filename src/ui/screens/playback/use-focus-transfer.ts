import { useEffect, useRef } from 'react';

type Shown = 'bar' | 'resume';

const TAKES_FOCUS: Readonly<Record<Shown, string>> = {
  bar: '[data-player] :is([aria-label="Pause"], [aria-label="Play"])',
  resume: '[data-player] button',
};

/**
 * Close and Resume disappear while they have the focus: moves it to what replaces them. A focus elsewhere stays.
 *
 * @param shown which part of the player is shown; null while there is none
 */
export function useFocusTransfer(shown: Shown | null): void {
  const last = useRef<Shown | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const isInPlaceOfAnother = last.current !== null && last.current !== shown;
    last.current = shown;
    if (!isInPlaceOfAnother || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(TAKES_FOCUS[shown])?.focus();
  }, [shown]);
}
