import { type LogEvent, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

let statements: string[] = [];
const provider = useProvider({
  requestsPerSecond: Infinity,
  scale: 400,
  queryLog: ({ query }: LogEvent) => statements.push(query.sql),
});
let few: ApiClient;
let many: ApiClient;

beforeAll(async () => {
  const { origin, db } = provider();
  few = await signedIn(origin, 'monthly@listener.test');
  many = await signedIn(origin, 'buyer@listener.test');
  // More than what is read together with a list.
  await sql`insert into favorite_items (sub, item_id, created_at)
    select sub, items.id, 0 from listeners, items where email = 'buyer@listener.test' and parent_id is null
    on conflict do nothing`.execute(db);
}, 60_000);

/** The statements of a call beyond so many. Work in the background may add one to a call, but not to each of three. */
async function beyond(most: number, client: ApiClient, path: string): Promise<readonly string[]> {
  // It fills the cache of the documents.
  await client.get(path);
  let more: readonly string[] = [];
  for (let time = 0; time < 3; time += 1) {
    statements = [];
    const { status } = await client.get(path);
    expect([200, 404]).toContain(status);
    more = statements.filter((text) => !OFFER.test(text)).slice(most);
    if (more.length === 0) break;
  }
  return more;
}

/** What lists can be sorted and filtered by is read for all lists together, every two seconds (CAT-199). */
const OFFER = /^\s*with recursive languages/u;

const SORTS = ['title', 'author', 'length', 'added', 'published', 'progress'].flatMap((sort) => [
  sort,
  `-${sort}`,
]);
const FILTERS = [
  'progress=not_started',
  'progress=in_progress',
  'progress=finished',
  'saved=yes',
  'language=pt',
  'length=0-1h',
  'narrator=Rolf+Berg',
  'series=Winds+and+Ferries',
  'language=en&filter.length=0-1h&filter.progress=not_started',
];
const ARRANGED = [
  ...SORTS.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&filter.language=en`]),
  ...FILTERS.map((filter) => `filter.${filter}`),
];
const PAGED = ['limit=1000', 'limit=3&next_page=2', 'limit=15&next_page=900'];

const ARRANGED_LISTS = [
  '/new-releases?',
  '/trending?',
  '/quick-listens?',
  '/content/discounted?',
  '/featured-curated-collection?',
  '/content?cid=fiction&',
  '/content?cid=fiction&tid=the-sea&',
  '/library?',
  '/favorites/content?podcast=0&',
  '/favorites/content?podcast=1&',
];
const PLAIN_LISTS = [
  '/for-you/recommended?',
  '/user/content?active=1&',
  '/user/purchased-content?',
  '/favorites/authors?',
  '/categories?',
  '/topics?',
  '/authors?',
  '/narrators?',
  '/series?',
  '/podcast-episodes?pid=a-word-a-day&',
  '/curated-collection-tracks?cid=learn-to-sleep-again&',
];
const PERSONS = ['/authors/amara-okonkwo-bell?', '/narrators/rolf-berg?'];
const SINGLE = [
  '/browse',
  '/for-you',
  '/series/winds-and-ferries',
  '/segregated?cid=fiction',
  '/segregated?tid=the-sea',
  '/segregated?tid=nothing',
  '/content?cid=nothing&tid=nothing',
];
const SEARCHES = [
  'term=the',
  'term=of+the',
  'term=the&category=Fiction',
  'term=the&category=Nothing',
  'term=%21',
];
const SEARCHED = ['', 'limit=50', 'skip=3', 'sort=title', 'sort=-progress', 'filter.language=en'];

test.each(['term=harboor', 'term=qqqq', 'term=harboor&category=Fiction', 'term=qqqq&sort=title'])(
  '/search?%s, which finds nothing as it is typed, takes two more for similar words (CAT-333)',
  async (query) => {
    expect(await beyond(4, few, `/search?${query}`)).toEqual([]);
  },
);

describe.each(['few', 'more than a hundred'])('for a listener who has saved %s titles', (number) => {
  test.each([
    ...[...ARRANGED_LISTS, ...PLAIN_LISTS].flatMap((list) => PAGED.map((page) => list + page)),
    ...ARRANGED_LISTS.flatMap((list) =>
      ARRANGED.flatMap((how) => [list + how, `${list}${how}&limit=3&next_page=2`]),
    ),
    ...PERSONS.flatMap((person) => ['', ...ARRANGED].map((how) => person + how)),
    ...SEARCHES.flatMap((search) => SEARCHED.map((how) => `/search?${search}&${how}`)),
    ...SINGLE,
  ])('%s takes at most two statements (CAT-333)', async (path) => {
    const client = number === 'few' ? few : many;
    expect(await beyond(2, client, path)).toEqual([]);
  });
});
