import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider({ scale: 400 });
let listener: ApiClient;
let other: ApiClient;

beforeAll(async () => {
  listener = await signedIn(provider().origin, 'monthly@listener.test');
  other = await signedIn(provider().origin, 'buyer@listener.test');
}, 60_000);

const named = v.array(v.object({ name: v.string() }));
const title = v.object({
  id: v.string(),
  run_time: v.number(),
  language: v.optional(v.string()),
  narrators: v.optional(named, []),
  series: v.optional(named, []),
  is_favorite: v.boolean(),
});
const listing = v.object({
  results: v.array(title),
  sorts: v.array(v.string()),
  filters: v.record(v.string(), v.array(v.string())),
  next_page_key: v.nullable(v.number()),
});

const read = async (path: string, client = listener) => v.parse(listing, (await client.get(path)).body);
const found = async (path: string, client = listener) => (await read(path, client)).results;
const idsOf = (titles: readonly { readonly id: string }[]) => titles.map(({ id }) => id);
const ALL = '/trending?limit=1000';

/** The ids in the order of a column, which the database compares byte by byte. */
async function idsBy(column: 'sort_title' | 'sort_author' | 'run_time' | 'released_at' | 'published') {
  const rows = await provider()
    .db.selectFrom('items')
    .select(['id', column])
    .where('parent_id', 'is', null)
    .execute();
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' ? a - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return (sign: 1 | -1) =>
    idsOf(
      rows.toSorted((one, two) => {
        const [a, b] = [one[column], two[column]];
        if (a === null || b === null) return Number(a === null) - Number(b === null) || byId(one, two);
        return sign * compare(a, b) || byId(one, two);
      }),
    );
}
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);

test.each([
  ['title', 'sort_title'],
  ['author', 'sort_author'],
  ['length', 'run_time'],
  ['added', 'released_at'],
  ['published', 'published'],
] as const)('a list is sorted by %s, both ways (CAT-196)', async (sort, column) => {
  const expected = await idsBy(column);
  expect(idsOf(await found(`${ALL}&sort=${sort}`))).toEqual(expected(1));
  expect(idsOf(await found(`${ALL}&sort=-${sort}`))).toEqual(expected(-1));
});

describe('a filter', () => {
  test.each([
    ['language=pt', ({ language }: Title) => language === 'pt'],
    ['language=pt&filter.language=hi', ({ language }: Title) => language === 'pt' || language === 'hi'],
    ['length=1-5h', ({ run_time }: Title) => run_time >= 3600 && run_time < 18_000],
    ['length=0-1h', ({ run_time }: Title) => run_time > 0 && run_time < 3600],
    ['saved=yes', ({ is_favorite }: Title) => is_favorite],
    ['language=en&filter.length=1-5h', (each: Title) => each.language === 'en' && each.run_time >= 3600],
  ])('%s leaves the titles that have it (CAT-198)', async (filter, has) => {
    const all = await found(ALL);
    const left = await found(`${ALL}&filter.${filter}`);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(all.length);
    expect(idsOf(left)).toEqual(idsOf(all.filter(has)));
  });

  test.each(['narrator', 'series'] as const)('%s leaves the titles that have it (CAT-198)', async (name) => {
    const { results, filters } = await read(ALL);
    for (const value of filters[name] ?? []) {
      const key = name === 'narrator' ? 'narrators' : 'series';
      const left = results.filter((each) => each[key].some((one) => one.name === value));
      expect(idsOf(await found(`${ALL}&filter.${name}=${encodeURIComponent(value)}`))).toEqual(idsOf(left));
    }
    expect(filters[name]?.length).toBeGreaterThan(1);
  });

  test('progress is the progress of the listener (CAT-198)', async () => {
    const ofEach = async (client: ApiClient) => ({
      not_started: idsOf(await found(`${ALL}&filter.progress=not_started`, client)),
      in_progress: idsOf(await found(`${ALL}&filter.progress=in_progress`, client)),
      finished: idsOf(await found(`${ALL}&filter.progress=finished`, client)),
    });
    const unheard = await found(`${ALL}&filter.progress=not_started`, other);
    const [first, second, third] = unheard.filter(({ run_time }) => run_time > 60);
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few titles');
    const report = { playback_speed: 1, content_type: 1 };
    const before = await ofEach(listener);
    const sent = await other.post('/user/content', [
      { ...report, id: first.id, last_position: 5000 },
      { ...report, id: second.id, last_position: second.run_time * 1000 },
      { ...report, id: third.id, last_position: 1000 },
    ]);
    expect(sent.status).toBe(200);
    const after = await ofEach(other);
    expect(after.in_progress).toContain(first.id);
    expect(after.finished).toContain(second.id);
    expect(after.not_started).toContain(third.id);
    expect(Object.values(after).flat().toSorted()).toEqual(idsOf(await found(ALL, other)).toSorted());
    expect(await ofEach(listener)).toEqual(before);
  });
});

test('a list is sorted by the progress of the listener: what was heard most, then what was not heard (CAT-205)', async () => {
  const reader = await signedIn(provider().origin, 'trial@listener.test');
  const all = (await found(ALL, reader)).filter(({ run_time }) => run_time > 60);
  const [whole, half, little] = all.slice(5);
  if (whole === undefined || half === undefined || little === undefined) throw new Error('too few titles');
  const heard = [
    [whole, 1],
    [half, 0.5],
    [little, 0.1],
  ] as const;
  const reports = heard.map(([{ id, run_time }, part]) => ({
    id,
    playback_speed: 1,
    content_type: 1,
    last_position: Math.floor(run_time * part * 1000),
  }));
  expect((await reader.post('/user/content', reports)).status).toBe(200);
  const started = new Set(idsOf(await found('/trending?limit=1000&filter.progress=in_progress', reader)));
  const most = idsOf(await found(`${ALL}&sort=-progress`, reader));
  const others = idsOf(await found(ALL, reader)).filter((id) => id !== whole.id && !started.has(id));
  expect(most[0]).toBe(whole.id);
  expect(most.indexOf(half.id)).toBeLessThan(most.indexOf(little.id));
  expect(most.slice(-others.length)).toEqual(others);
  const least = idsOf(await found(`${ALL}&sort=progress`, reader));
  expect(least.slice(0, others.length)).toEqual(others);
  expect(least.at(-1)).toBe(whole.id);
});

type Title = v.InferOutput<typeof title>;

test.each([
  'sort=nothing',
  'sort=-',
  'sort=constructor',
  'sort=title&sort=author',
  'filter.nothing=1',
  'filter.language=xx',
  'filter.progress=constructor',
  'filter.narrator=%00',
  'filter.saved=no',
])('%s is ignored (CAT-197)', async (unknown) => {
  expect(await read(`${ALL}&${unknown}`)).toEqual(await read(ALL));
});

test.each([
  ['/trending?sort=-length&limit=37', 'next_page'],
  ['/new-releases?sort=published&limit=50', 'next_page'],
  ['/trending?filter.language=en&sort=author&limit=3', 'next_page'],
  ['/quick-listens?sort=title&limit=7', 'next_page'],
  ['/content?cid=fiction&sort=author&limit=7', 'next_page'],
  ['/content?cid=fiction&tid=the-sea&sort=-title&limit=2', 'next_page'],
  ['/library?sort=-added&limit=2', 'next_page'],
  ['/favorites/content?sort=title&limit=1', 'next_page'],
  ['/search?term=the&sort=title&limit=29', 'skip'],
  ['/search?term=the&filter.length=0-1h&limit=3', 'skip'],
  ['/trending?sort=-progress&limit=17', 'next_page'],
  ['/trending?sort=progress&limit=17', 'next_page'],
] as const)('%s has every title once', async (path, parameter) => {
  const ids: string[] = [];
  let key: number | null = parameter === 'skip' ? 0 : 1;
  while (key !== null) {
    const page: v.InferOutput<typeof listing> = await read(`${path}&${parameter}=${key}`);
    ids.push(...idsOf(page.results));
    key = page.next_page_key;
  }
  const plain = path.replace(/(?:sort=[-a-z]+&)?limit=\d+/u, 'limit=1000');
  expect(ids.toSorted()).toEqual(idsOf(await found(plain)).toSorted());
  expect(ids).toEqual(idsOf(await found(path.replace(/limit=\d+/u, 'limit=1000'))));
});

test.each(['authors/amara-okonkwo-bell', 'narrators/rolf-berg'])(
  '%s is sorted and filtered',
  async (path) => {
    const schema = v.object({ content: v.array(title), sorts: v.array(v.string()) });
    const of = async (query: string) =>
      v.parse(schema, (await listener.get(`/${path}?${query}`)).body).content;
    const all = await of('');
    const lengths = (titles: readonly Title[]) => titles.map(({ run_time }) => run_time);
    expect(lengths(await of('sort=-length'))).toEqual(lengths(all).toSorted((a, b) => b - a));
    const left = all.filter(({ language }) => language === 'en');
    expect(idsOf(await of('filter.language=en'))).toEqual(idsOf(left));
  },
);

test('only filters with a choice are offered (CAT-199)', async () => {
  const { sorts, filters } = await read(ALL);
  expect(sorts).toEqual(['title', 'author', 'length', 'added', 'published', 'progress']);
  expect(filters).toMatchObject({
    progress: ['not_started', 'in_progress', 'finished'],
    saved: ['yes'],
  });
  expect(filters['language']).toContain('pt');
  const { db, clock } = provider();
  await db.updateTable('items').set({ language: 'en' }).execute();
  const many = Array.from({ length: 250 }, (_, at) => ({
    id: `series-${at}`,
    name: `Series ${at}`,
    img_url: '',
    position: at,
  }));
  await db.insertInto('series').values(many).execute();
  clock.setOffset(2_000);
  const changed = (await read(ALL)).filters;
  expect(changed['language']).toBeUndefined();
  expect(changed['series']?.length).toBe(200);
});
