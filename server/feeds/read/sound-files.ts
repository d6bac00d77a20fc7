import type { MediaNs, PodcastNs } from 'feedsmith';
import { webAddress } from './dates.ts';

/** A file of an entry, as the feed names it. */
export type File = { readonly url?: string | undefined; readonly type?: string | undefined };
export type Link = { readonly rel?: string; readonly href?: string; readonly type?: string };
type Alternative = PodcastNs.AlternateEnclosure;

const AUDIO_TYPE =
  /^(?:audio\/|application\/(?:x-)?(?:ogg|mpeg|mp3|flac)\b|(?:x-)?(?:audio|mp3|mpeg|m4a|m4b|aac|ogg|opus|flac|wav)$)/iu;
const AUDIO_FILE = /\.(?:mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac)$/iu;
const OTHER_TYPE =
  /^(?:text|image|video|font|model)\/|pdf|epub|zip|html|json|xml|javascript|bittorrent|shockwave|msword/iu;
const OTHER_FILE = /\.(?:jpe?g|png|gif|webp|svg|pdf|epub|html?|txt|json|mp4|m4v|mov|webm|avi|mkv)$/iu;
/** Lists of addresses and archives. No player plays them, whatever their type says (CAT-109). */
const LIST_TYPE = /mpegurl|scpls|pls\+xml|xspf|x-ms-(?:asf|asx|wax|wvx|wmx)|pn-realaudio|smil/iu;
const LIST_FILE = /\.(?:m3u8?|pls|asx|wax|wvx|xspf|ram|smil|torrent|zip|rar|7z)$/iu;
const pathOf = (url: string): string => url.replace(/[?#].*$/su, '');

const typeOf = (type: string | undefined): string =>
  (type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
const isList = ({ url = '', type }: File): boolean =>
  LIST_TYPE.test(typeOf(type)) || LIST_FILE.test(pathOf(url));

/** The sound of an entry: by its type, else by its name, else if nothing says that it is something else (CAT-109). */
export function soundAmong(
  files: readonly File[],
  base: string,
): { readonly url: string; readonly type: string } | null {
  const isSound = [
    ({ type }: File) => AUDIO_TYPE.test(typeOf(type)),
    ({ url = '' }: File) => AUDIO_FILE.test(pathOf(url)),
    ({ url = '', type }: File) => !OTHER_TYPE.test(typeOf(type)) && !OTHER_FILE.test(pathOf(url)),
  ];
  const playable = files.filter((file) => !isList(file));
  for (const fits of isSound) {
    for (const file of playable.filter(fits)) {
      const url = webAddress(file.url, base);
      if (url !== null) return { url, type: typeOf(file.type) };
    }
  }
  return null;
}

export const mediaFiles = (media: MediaNs.ItemOrFeed | undefined): readonly File[] =>
  [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap(({ contents = [] }) => contents)].filter(
    ({ type, medium = 'audio', url = '' }) =>
      type === undefined ? medium === 'audio' && AUDIO_FILE.test(pathOf(url)) : AUDIO_TYPE.test(type),
  );

/** The sounds that stand beside the enclosure (Podcasting 2.0), the preferred one first (CAT-241). */
export const alternatives = (list: readonly Alternative[] | undefined): readonly File[] =>
  (list ?? [])
    .toSorted((one, other) => Number(other.default === true) - Number(one.default === true))
    .flatMap(({ type, sources = [] }) =>
      sources.map(({ uri, contentType }) => ({ url: uri, type: contentType ?? type })),
    );

export const links = (list: readonly Link[] | undefined): readonly File[] =>
  (list ?? []).filter(({ rel }) => rel === 'enclosure').map(({ href, type }) => ({ url: href, type }));

/** The name of a file without its ending, as a title. */
export function fileName(url: string): string {
  const stem = (pathOf(url).split('/').at(-1) ?? '').replace(/\.[a-z\d]{1,5}$/iu, '');
  try {
    return decodeURIComponent(stem);
  } catch {
    return stem;
  }
}

/** What tells a sound apart. Without the query of a file, because hosts put counters and keys there. */
export function plainSound(url: string): string {
  const { host, pathname, search } = new URL(url);
  return host + pathname + (AUDIO_FILE.test(pathname) ? '' : search);
}
