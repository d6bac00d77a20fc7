import * as v from 'valibot';

const named = v.object({ id: v.string(), name: v.string(), img_url: v.nullable(v.string()) });

const item = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  img_url: v.nullable(v.string()),
  author_info: v.array(v.object({ name: v.string() })),
  url: v.nullable(v.string()),
  valid_from: v.nullish(v.unknown()),
  valid_till: v.nullish(v.unknown()),
});

const page = v.object({ results: v.array(item) });

const browse = v.object({
  new_releases: v.array(item),
  trending: v.array(item),
  curated_collections: v.array(item),
  categories: v.array(named),
  authors: v.array(named),
  quick_listens: v.array(item),
});

export type Item = v.InferOutput<typeof item>;
export type Named = v.InferOutput<typeof named>;

/** The sections of the home page of a subscribed listener, in order. */
export type HomeContent = {
  readonly titles: readonly { readonly heading: string; readonly items: readonly Item[] }[];
  readonly subjects: readonly { readonly heading: string; readonly items: readonly Named[] }[];
};

/** Requests the content of the home page for the listener of the token. */
export async function homeContent(origin: string, accessToken: string): Promise<HomeContent> {
  const request = async <Body>(path: string, schema: v.GenericSchema<unknown, Body>): Promise<Body> =>
    v.parse(schema, await bodyOf(origin, accessToken, path));
  const shelves = await request('/browse', browse);
  const recent = await request('/user/content/?active=1&limit=15&next_page=1', page);
  const forYou = await request('/for-you', v.object({ recommended: v.array(item) }));
  const topics = await request('/topics?limit=10', v.object({ results: v.array(named) }));
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

/** One item as the product API sends it, with all of its fields. */
export async function wholeItem(origin: string, accessToken: string, id: string): Promise<unknown> {
  return bodyOf(origin, accessToken, `/content/${id}`);
}

export const readItem = (body: unknown): Item => v.parse(item, body);

/** The signed address of a sound. */
export async function tokenised(origin: string, accessToken: string, url: string): Promise<string> {
  const path = `/audio/tokenize?${new URLSearchParams({ url }).toString()}`;
  const body = await bodyOf(origin, accessToken, path);
  return v.parse(v.object({ tokenized_url: v.string() }), body).tokenized_url;
}

async function bodyOf(origin: string, accessToken: string, path: string): Promise<unknown> {
  const response = await fetch(`${origin}/api/v2${path}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return response.json();
}
