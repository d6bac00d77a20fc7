import type { MessageButton } from '../../../../domain/messaging.ts';

/** What an HTML message in its frame may report. */
export type FrameWord =
  | { readonly kind: 'close' }
  | { readonly kind: 'use'; readonly button: MessageButton }
  | { readonly kind: 'height'; readonly height: number };

const HIGHEST = 4000;

/**
 * The policy of a message's frame: its own styles and pictures from allowed origins; no requests, forms or frames.
 * Scripts run only if the configuration allows them (MSG-22).
 */
export const framePolicy = (imageOrigins: readonly string[], withScripts: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${withScripts ? "'unsafe-inline'" : "'none'"}`,
    "style-src 'unsafe-inline'",
    `img-src data: ${imageOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** @returns the absolute address; null unless it is http or https (MSG-19) */
function webAddress(address: string, origin: string): string | null {
  const url = address === '' || address.startsWith('#') ? null : URL.parse(address, origin);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The button that was used. Its key is `abButtonId` in the address, else the id of the element (MSG-21). */
function buttonFrom(
  { address, id, target }: { readonly address: string; readonly id: string; readonly target: string },
  origin: string,
): MessageButton {
  const url = webAddress(address, origin);
  const named = url === null ? null : new URL(url).searchParams.get('abButtonId');
  return { key: named ?? id, text: named ?? id, action: { url, opensNewTab: target === '_blank' } };
}

/** Elements of another document are not instances of this document's classes. */
const isElement = (target: EventTarget | null): target is Element => target !== null && 'closest' in target;

/** The link or button in a message's document that an event happened on; null for anything else. */
export function usedIn({ target }: Event, origin: string): MessageButton | null {
  const used = isElement(target) ? target.closest('a[href], button') : null;
  if (used === null) return null;
  const read = (name: string) => used.getAttribute(name) ?? '';
  return buttonFrom({ address: read('href'), id: read('id'), target: read('target') }, origin);
}

/** Reads a report of the frame; null if it has an unknown shape. */
export function readFrameWord(data: unknown, origin: string): FrameWord | null {
  if (typeof data !== 'object' || data === null) return null;
  const read = (name: string): unknown => Object.getOwnPropertyDescriptor(data, name)?.value;
  const text = (name: string): string => {
    const value = read(name);
    return typeof value === 'string' ? value : '';
  };
  switch (text('kind')) {
    case 'close':
      return { kind: 'close' };
    case 'use': {
      const used = { address: text('address'), id: text('id'), target: text('target') };
      return { kind: 'use', button: buttonFrom(used, origin) };
    }
    case 'height': {
      const height = read('height');
      const isHeight = typeof height === 'number' && height > 0 && height < HIGHEST;
      return isHeight ? { kind: 'height', height } : null;
    }
    default:
      return null;
  }
}
