import type { KeyboardEvent } from 'react';

/**
 * Moves the focus between the items of a menu: by an arrow key to the item before or after, around the ends; by Home and End to
 * the first and last item. Tab closes the menu.
 */
export function moveMenuFocus(
  event: KeyboardEvent,
  items: readonly (HTMLElement | null | undefined)[],
  close: () => void,
): void {
  // When the menu closes, the browser returns the focus to the button. Tab then continues from there.
  if (event.key === 'Tab') close();
  const current = items.findIndex((item) => item === document.activeElement);
  const target = focusTarget(event.key, current, items.length);
  if (target === null) return;
  event.preventDefault();
  items[target]?.focus();
}

/** The index of the item that gets the focus; null for a key that moves nothing. */
function focusTarget(key: string, current: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
