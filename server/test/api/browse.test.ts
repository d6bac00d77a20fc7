import { type LogEvent, sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as wire from '../../api/response-schemas.ts';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

let statements: string[] = [];
const provider = useProvider({
  queryLog: (event: LogEvent) => statements.push(event.query.sql),
});
let monthly: ApiClient;
let buyer: ApiClient;

beforeAll(async () => {
  monthly = await signedIn(provider().origin, 'monthly@listener.test');
  buyer = await signedIn(provider().origin, 'buyer@listener.test');
});

const SHELVES = ['new_releases', 'discounts', 'trending', 'curated_collections', 'quick_listens'] as const;

async function browse(client: ApiClient): Promise<readonly wire.WireItem[]> {
  const { status, body } = await client.get('/browse');
  expect(status).toBe(200);
  const home = v.parse(wire.browse, body);
  return SHELVES.flatMap((shelf) => home[shelf]);
}

/** The titles as the rows of the tables describe them. */
async function expected(email: string, ids: readonly string[]): Promise<readonly unknown[]> {
  const { db } = provider();
  const { sub } = await db
    .selectFrom('listeners')
    .select('sub')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const [items, favorites, purchases, positions] = await Promise.all([
    db.selectFrom('items').select(['id', 'parent_id', 'document']).where('id', 'in', ids).execute(),
    db.selectFrom('favorite_items').select('item_id').where('sub', '=', sub).execute(),
    db.selectFrom('purchases').select('item_id').where('sub', '=', sub).execute(),
    db.selectFrom('playback_positions').selectAll().where('sub', '=', sub).execute(),
  ]);
  const own = (id: string, ...others: (string | null)[]) => ({
    is_purchased: purchases.some(({ item_id }) => [id, ...others].includes(item_id)),
    is_favorite: favorites.some(({ item_id }) => item_id === id),
  });
  const byId = new Map(
    items.map(({ id, parent_id, document }) => {
      const position = positions.find(({ item_id }) => item_id === id);
      const item = {
        ...document,
        tracks: document.tracks.map((track) => ({ ...track, ...own(track.id, id) })),
        ...own(id, parent_id, document.content_id),
        ...(position && {
          progress: {
            position: position.chapter_position ?? position.last_position ?? 0,
            chapter_index: position.chapter_index,
          },
        }),
      };
      return [id, item];
    }),
  );
  return ids.map((id) => byId.get(id));
}

test.each(['monthly', 'buyer'])(
  'home shows the titles and what belongs to the listener (%s)',
  async (name) => {
    const client = name === 'monthly' ? monthly : buyer;
    for (let time = 0; time < 2; time += 1) {
      const items = await browse(client);
      expect(items.length).toBeGreaterThan(50);
      expect(items.some((item) => (name === 'buyer' ? item.is_purchased : item.is_favorite))).toBe(true);
      expect(items.some(({ tracks }) => tracks.length > 0)).toBe(true);
      if (name === 'monthly') expect(items.some(({ progress }) => progress !== undefined)).toBe(true);
      expect(items).toEqual(
        await expected(
          `${name}@listener.test`,
          items.map(({ id }) => id),
        ),
      );
    }
  },
);

test('home takes one statement: the session, the shelves, and what belongs to the listener (CAT-97)', async () => {
  await browse(monthly);
  statements = [];
  await browse(monthly);
  expect(statements).toHaveLength(1);
});

test('home takes two statements for a listener who has saved more than a hundred titles, and shows all of them', async () => {
  const { db } = provider();
  await sql`insert into favorite_items (sub, item_id, created_at)
    select sub, items.id, 0 from listeners, items where email = 'buyer@listener.test' and parent_id is null
    on conflict do nothing`.execute(db);
  onTestFinished(async () => {
    await db.deleteFrom('favorite_items').where('created_at', '=', 0).execute();
  });
  await browse(buyer);
  statements = [];
  const items = await browse(buyer);
  expect(statements).toHaveLength(2);
  expect(items.every((item) => item.is_favorite)).toBe(true);
});

test('a favourite is shown at once, and only to the listener who saved it', async () => {
  const find = async (client: ApiClient) => (await browse(client)).find(({ is_favorite }) => !is_favorite);
  const { id = '' } = (await find(monthly)) ?? {};
  await monthly.post('/favorites/content', { content_id: id, is_favorite: true });
  const isFavorite = async (client: ApiClient) =>
    (await browse(client)).find((item) => item.id === id)?.is_favorite;
  expect(await isFavorite(monthly)).toBe(true);
  expect(await isFavorite(buyer)).toBe(false);
  await monthly.post('/favorites/content', { content_id: id, is_favorite: false });
  expect(await isFavorite(monthly)).toBe(false);
});

test('every list shows a changed title, and omits a deleted one, at once (CAT-96)', async () => {
  const { db } = provider();
  const id = 'the-ferry-timetable';
  const shown = async (): Promise<readonly (string | undefined)[]> => {
    const lists = await Promise.all(
      ['/trending?limit=1000&next_page=1', '/search?term=ferry&limit=50'].map(async (path) => {
        const { results } = v.parse(wire.itemPage, (await monthly.get(path)).body);
        return results.find((item) => item.id === id)?.description;
      }),
    );
    const { status, body } = await monthly.get(`/content/${id}`);
    return [...lists, status === 200 ? v.parse(wire.item, body).description : undefined];
  };
  const { document } = await db
    .selectFrom('items')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(new Set(await shown())).toEqual(new Set([document.description]));
  for (const description of ['One.', 'Two.', document.description]) {
    // Written like a release that does not know versions.
    await db
      .updateTable('items')
      .set({ document: JSON.stringify({ ...document, description }) })
      .where('id', '=', id)
      .execute();
    expect(new Set(await shown())).toEqual(new Set([description]));
  }
  await db.deleteFrom('items').where('id', '=', id).execute();
  expect(new Set(await shown())).toEqual(new Set([undefined]));
});

describe('pages', () => {
  const ITEMS = 1500;
  const provider = useProvider({ scale: ITEMS });
  let listener: ApiClient;

  beforeAll(async () => {
    listener = await signedIn(provider().origin, 'monthly@listener.test');
  }, 60_000);

  /** Follows the keys from the first page to the last. */
  async function walk(
    path: string,
    parameter: 'next_page' | 'skip' = 'next_page',
  ): Promise<readonly string[]> {
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
      ['/narrators?limit=2'],
      ['/series?limit=2'],
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
});
