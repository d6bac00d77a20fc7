import type { MediaNs } from 'feedsmith';
import { webAddress } from './values.ts';

/** A file that an episode names. */
export type LinkedFile = { readonly url?: string | undefined; readonly type?: string | undefined };

const AUDIO_TYPE = /^(?:audio\/|application\/(?:x-)?ogg\b)/iu;
const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)$/iu;
const UNKNOWN_TYPE = /^(?:application\/octet-stream|binary\/octet-stream)?$/iu;
const OTHER_FILE = /\.(?:jpe?g|png|gif|webp|svg|pdf|epub|zip|html?|txt|json|mp4|m4v|mov|webm|avi|mkv)$/iu;

const pathOf = (url: string): string => url.replace(/[?#].*$/su, '');

/** From the surest sign of a sound to the least. */
const SIGNS: readonly ((file: LinkedFile) => boolean)[] = [
  ({ type = '' }) => AUDIO_TYPE.test(type),
  ({ url = '' }) => AUDIO_FILE.test(pathOf(url)),
  ({ url = '', type = '' }) => UNKNOWN_TYPE.test(type) && !OTHER_FILE.test(pathOf(url)),
];

/** The address of the sound among the files of an episode: by its type, else by its name, else if nothing says otherwise. */
export const soundAmong = (files: readonly LinkedFile[], base: string): string | null => {
  for (const isSound of SIGNS) {
    for (const file of files) {
      const url = isSound(file) ? webAddress(file.url, base) : null;
      if (url !== null) return url;
    }
  }
  return null;
};

export const pdfAmong = (files: readonly LinkedFile[], base: string): string | null =>
  webAddress(files.find(({ type = '' }) => /^application\/pdf$/iu.test(type))?.url, base);

/** The files of Media RSS, also those in groups. Only those that say that they are audio. */
export const mediaFiles = (media: MediaNs.ItemOrFeed | undefined): readonly LinkedFile[] =>
  [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap(({ contents }) => contents ?? [])]
    .filter(({ medium = 'audio', type, url = '' }) =>
      type === undefined ? medium === 'audio' && AUDIO_FILE.test(pathOf(url)) : AUDIO_TYPE.test(type),
    )
    .map(({ url, type }) => ({ url, type }));

type AtomLink = LinkedFile & { readonly rel?: string | undefined; readonly href?: string | undefined };

export const enclosureLinks = (links: readonly AtomLink[] | undefined): readonly LinkedFile[] =>
  (links ?? []).filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type }));

export const mediaImages = (media: MediaNs.ItemOrFeed | undefined): readonly (string | undefined)[] =>
  [...(media?.thumbnails ?? []), ...(media?.groups ?? []).flatMap(({ thumbnails }) => thumbnails ?? [])].map(
    ({ url }) => url,
  );

/** The name of a sound for lists: the file without folder and ending. */
export const fileName = (url: string): string => {
  const name = pathOf(url).split('/').at(-1) ?? '';
  const stem = name.replace(/\.[a-z\d]{1,5}$/iu, '');
  try {
    return decodeURIComponent(stem);
  } catch {
    return stem;
  }
};

/**
 * Names a sound for episodes without an id. The query of a file is left out, because hosts put counters and keys there.
 */
export const soundIdentity = (url: string): string => {
  const { host, pathname, search } = new URL(url);
  return host + pathname + (AUDIO_FILE.test(pathname) ? '' : search);
};
