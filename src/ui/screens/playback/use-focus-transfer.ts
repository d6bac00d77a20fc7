import { useEffect, useRef } from 'react';

type Shown = 'bar' | 'resume';

const TAKES_FOCUS: Readonly<Record<Shown, string>> = {
  bar: '[data-player] :is([aria-label="Pause"], [aria-label="Play"])',
  resume: '[data-player] button',
};

/**
 * Close and Resume vanish with the focus in them: it goes on to what has come in their place. Whoever has the focus
 * elsewhere keeps it.
 *
 * @param shown what is shown of the player; null while there is nothing
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
