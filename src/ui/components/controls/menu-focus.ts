/**
 * The index of the menu item that gets the focus: one up or down with wrap-around, or the first or last; null for other
 * keys.
 */
export function focusTarget(key: string, current: number, count: number): number | null {
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
