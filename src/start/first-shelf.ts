import { CAROUSEL } from '../domain/catalogue/limits.ts';

/** A title as the first tiles of home show it. The application adds everything else. */
export type FirstTitle = {
  readonly title: string;
  /** The path of the title's page. */
  readonly path: string;
  /** An absolute http(s) address, or null. */
  readonly cover: string | null;
  readonly authors: readonly string[];
};

/** The first shelf of home, with the titles of its first view. */
export type FirstShelf = {
  readonly heading: string;
  /** The path behind `See All`. */
  readonly more: string;
  readonly titles: readonly FirstTitle[];
  /** How many titles the whole shelf has. */
  readonly count: number;
};

/** The responses that home begins with, as JSON; undefined if a call failed. */
export type HomeResponses = {
  readonly recentlyListened: unknown;
  readonly recommended: unknown;
  readonly browse: unknown;
};

/**
 * Finds the first shelf of home (CAT-1): Recently Listened, else Your Next Listen, else New Releases. The responses are
 * untrusted input. An item without id or title is left out.
 *
 * @param apiUrl the address of the product API, against which covers resolve (APP-39)
 * @returns null without the catalogue or without titles
 */
export function firstShelf(responses: HomeResponses, apiUrl: string): FirstShelf | null {
  const { recentlyListened, recommended, browse } = responses;
  const released = listIn(browse, 'new_releases');
  if (released === null) return null;
  const shelves = [
    { heading: 'Recently Listened', more: '/recently-listened', items: listIn(recentlyListened, 'results') },
    { heading: 'Your Next Listen', more: '/recommended', items: listIn(recommended, 'recommended') },
    { heading: 'New Releases', more: '/new-releases', items: released },
  ];
  for (const { heading, more, items } of shelves) {
    const titles = (items ?? []).flatMap((item) => titleFrom(item, apiUrl));
    if (titles.length > 0)
      return { heading, more, titles: titles.slice(0, CAROUSEL.slides), count: titles.length };
  }
  return null;
}

function titleFrom(item: unknown, apiUrl: string): readonly FirstTitle[] {
  const id = idFrom(read(item, 'content_id')) ?? idFrom(read(item, 'id'));
  const title = read(item, 'title');
  if (id === null || (typeof title !== 'string' && typeof title !== 'number')) return [];
  const authors = (listIn(item, 'author_info') ?? []).flatMap((author) => {
    const name = read(author, 'name');
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
  const path = `/audios/${encodeURIComponent(id)}`;
  return [{ title: String(title), path, cover: coverFrom(read(item, 'img_url'), apiUrl), authors }];
}

/** Half a surrogate pair cannot be part of an address. */
function idFrom(value: unknown): string | null {
  const id = typeof value === 'number' ? String(value) : value;
  return typeof id === 'string' && id !== '' && id.isWellFormed() ? id : null;
}

function coverFrom(value: unknown, apiUrl: string): string | null {
  const base = apiUrl.replace(/\/*$/u, '/');
  if (typeof value !== 'string' || value === '' || !URL.canParse(value, base)) return null;
  const { protocol, href } = new URL(value, base);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}

function listIn(value: unknown, field: string): readonly unknown[] | null {
  const list = read(value, field);
  return Array.isArray(list) ? list : null;
}

function read(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}
