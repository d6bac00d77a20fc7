import type { HomeContent, Item, Named } from '../wire.ts';

/** What a page shows. */
export type Page =
  | { readonly kind: 'home'; readonly home: HomeContent }
  | { readonly kind: 'list'; readonly heading: string; readonly items: readonly Item[] }
  | { readonly kind: 'title'; readonly item: Item };

const token = Object.entries<string>(localStorage).find(([name]) => name.endsWith('.accessToken'))?.[1];

async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(`/api/v2${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as Body;
}

type Results<Value> = { readonly results: readonly Value[] };
type Browse = Readonly<
  Record<'new_releases' | 'trending' | 'curated_collections' | 'quick_listens', readonly Item[]> &
    Record<'categories' | 'authors', readonly Named[]>
>;

async function loadHome(): Promise<HomeContent> {
  const [shelves, recent, forYou, topics] = await Promise.all([
    get<Browse>('/browse'),
    get<Results<Item>>('/user/content/?active=1&limit=15&next_page=1'),
    get<{ readonly recommended: readonly Item[] }>('/for-you'),
    get<Results<Named>>('/topics?limit=10'),
  ]);
  return {
    titles: [
      { heading: 'Recently Listened', items: recent.results },
      { heading: 'Your Next Listen', items: forYou.recommended },
      { heading: 'New Releases', items: shelves.new_releases },
      { heading: 'Trending Now', items: shelves.trending },
      { heading: 'Curated Collections', items: shelves.curated_collections },
      { heading: 'Quick Listens', items: shelves.quick_listens },
    ].filter(({ items }) => items.length > 0),
    subjects: [
      { heading: 'Browse By Category', items: shelves.categories },
      { heading: 'Browse by Author', items: shelves.authors },
      { heading: 'Browse by Topic', items: topics.results },
    ],
  };
}

let home: Promise<HomeContent> | undefined;

/** Loads the page of a path. The home is loaded once. */
export async function loadPage(path: string): Promise<Page> {
  const [, , section = '', id = ''] = path.split('/');
  if (section === 'audios') return { kind: 'title', item: await get<Item>(`/content/${id}`) };
  if (section === 'library' || section === 'purchased') {
    const api = section === 'library' ? '/library' : '/user/purchased-content';
    const { results } = await get<Results<Item>>(api);
    return { kind: 'list', heading: section, items: results };
  }
  home ??= loadHome();
  return { kind: 'home', home: await home };
}

/** The signed address of a sound. */
export async function signedAddress(url: string): Promise<string> {
  const path = `/audio/tokenize?${new URLSearchParams({ url }).toString()}`;
  return (await get<{ readonly tokenized_url: string }>(path)).tokenized_url;
}
