import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';
import * as wire from '../../../server/api/answers.ts';

const ITEMS = 1500;
const provider = useProvider({ scale: ITEMS });
let listener: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'monthly@listener.test');
}, 60_000);

/** Follows the keys from the first page to the last. */
async function walk(path: string, parameter: 'next_page' | 'skip' = 'next_page'): Promise<readonly string[]> {
  const ids: string[] = [];
  const seen = new Set<number>();
  let key: number | null = parameter === 'skip' ? 0 : 1;
  while (key !== null) {
    expect(seen.has(key)).toBe(false);
    seen.add(key);
    const response = await listener.get(`${path}${path.includes('?') ? '&' : '?'}${parameter}=${key}`);
    const page: v.InferOutput<typeof schema> = v.parse(schema, response.body);
    ids.push(...page.results.map(({ id }) => id));
    key = page.next_page_key;
  }
  return ids;
}
const schema = wire.pageOf(v.object({ id: v.string() }));

async function countOf(condition: 'all' | 'quick' | 'collections'): Promise<number> {
  let query = provider()
    .db.selectFrom('items')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('parent_id', 'is', null);
  if (condition === 'quick') {
    query = query.where('run_time', '<=', 1800).where('content_type', 'in', [0, 1, 2]);
  }
  if (condition === 'collections') query = query.where('content_type', '=', 5);
  return (await query.executeTakeFirstOrThrow()).count;
}

describe('all pages together have every item once', () => {
  test.each([
    ['/trending?limit=97', 'all'],
    ['/new-releases?limit=100', 'all'],
    ['/quick-listens?limit=50', 'quick'],
    ['/featured-curated-collection?limit=3', 'collections'],
  ] as const)('%s', async (path, condition) => {
    const ids = await walk(path);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(await countOf(condition));
  });

  test.each([
    ['/content?cid=fiction&limit=37'],
    ['/content?cid=fiction&tid=the-sea&limit=2'],
    ['/authors/?limit=7'],
    ['/topics?limit=5'],
    ['/podcast-episodes/?pid=a-word-a-day&limit=50'],
    ['/curated-collection-tracks/?cid=learn-to-sleep-again&limit=4'],
    ['/for-you/recommended?limit=15'],
    ['/content/discounted?limit=2'],
    ['/library?limit=3'],
    ['/user/content/?active=1&limit=2'],
    ['/favorites/content?podcast=0&limit=1'],
    ['/favorites/authors?limit=1'],
  ])('%s in small pages is the same as in one page', async (path) => {
    const [before = '', query = ''] = path.split('?');
    const parameters = new URLSearchParams(query);
    parameters.set('limit', '1000');
    const whole = await walk(`${before}?${parameters.toString()}`);
    const paged = await walk(path);
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged.length).toBeGreaterThan(Number(new URLSearchParams(query).get('limit') ?? 1000));
  });

  test('a search, by skip', async () => {
    const whole = await walk('/search?term=the&limit=1000', 'skip');
    const paged = await walk('/search?term=the&limit=40', 'skip');
    expect(paged).toEqual(whole);
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged.length).toBeGreaterThan(100);
  });

  test('a page after the end is empty, and the last one', async () => {
    const response = await listener.get('/trending?next_page=1000000');
    expect(response.body).toMatchObject({ results: [], next_page_key: null });
  });
});
