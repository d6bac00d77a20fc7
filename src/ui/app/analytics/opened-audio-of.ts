import { contentId, type ContentId } from '../../../domain/catalogue/content.ts';

const AUDIO = /^\/audios\/(?<id>[^/?#]+)/;

/** The title that a path or a link leads to; null for any other. */
export function audioOf(path: string): ContentId | null {
  const id = AUDIO.exec(path)?.groups?.['id'];
  if (id === undefined) return null;
  try {
    return contentId(decodeURIComponent(id));
  } catch {
    return null;
  }
}

/** The title whose link an element of the page belongs to; null for anything else. */
export const openedAudioOf = (element: Element): ContentId | null =>
  audioOf(element.closest('main a[href]')?.getAttribute('href') ?? '');
