import type { DetailButton } from '../../../application/analytics/record-detail-button.ts';

const NAMED: readonly DetailButton[] = [
  'Play',
  'Pause',
  'Buy',
  'Save',
  'Follow',
  'Share',
  'View PDF',
  'Start where I left off',
  'Mark as finished',
  'See plans',
  'Show more',
  'Show less',
];

/**
 * Returns which button of a detail page an element belongs to: a button of the title itself or of its tracks. Buttons
 * of tiles do not count.
 */
export function detailButtonOf(element: Element): DetailButton | null {
  const button = element.closest<HTMLElement>('main button, main a[target="_blank"]');
  if (button === null) return null;
  if (button.closest('article') !== null) return null;
  const text = button.textContent.trim();
  if (button.closest('#tracks') !== null && text === '') return 'Play Track';
  // Share shows another label for a while after it was used.
  if (/\bcopied$/.test(text)) return 'Share';
  return NAMED.find((name) => name === text) ?? null;
}
