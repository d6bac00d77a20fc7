import type { DetailButton } from '../../application/record-detail-button.ts';

const BY_TEXT: ReadonlyMap<string, DetailButton> = new Map<string, DetailButton>([
  ['Play', 'Play'],
  ['Pause', 'Pause'],
  ['Save', 'Save'],
  ['Follow', 'Follow'],
  ['Share', 'Share'],
  ['View PDF', 'View PDF'],
]);

/**
 * Which button of a detail page an element belongs to (contract 4): one of the title's own, or of its tracks. Tiles
 * have buttons too, which are not the page's.
 */
export function detailButtonOf(element: Element): DetailButton | null {
  const button = element.closest<HTMLElement>('main button, main a[target="_blank"]');
  if (button === null) return null;
  if (button.closest('article') !== null) return null;
  if (button.closest('#tracks') !== null && button.textContent.trim() === '') return 'Play Track';
  return BY_TEXT.get(button.textContent.trim()) ?? null;
}
