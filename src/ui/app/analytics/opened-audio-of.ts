import { contentId, type ContentId } from '../../../domain/catalogue/content.ts';

const AUDIO = /^\/audios\/(?<id>[^/?#]+)/;

/** Returns the title that a path or a link leads to; null for any other path. */
export function audioOf(path: string): ContentId | null {
  const id = AUDIO.exec(path)?.groups?.['id'];
  if (id === undefined) return null;
  try {
    return contentId(decodeURIComponent(id));
  } catch {
    return null;
  }
}

/** Returns the title whose link contains the element; null for any other element. */
export const openedAudioOf = (element: Element): ContentId | null =>
  audioOf(element.closest('main a[href]')?.getAttribute('href') ?? '');
