import { CompiledQuery, type LogEvent, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/provider.ts';
import { signedIn, useProvider } from '../support/provider.ts';

const ITEMS = 10_000;

/** Small tables, which are read fastest by a scan. */
const MAY_SCAN =
  /^(?:authors|categories|topics|listeners|pool_|provider_|favorite_|purchases|playback_positions|opened_sounds|free_listening|billing_|transcripts$)/;

let record: CompiledQuery[] | null = null;
const provider = useProvider({
  scale: ITEMS,
  queryLog: (event: LogEvent) => {
    if (event.level === 'query') record?.push(event.query);
  },
});

let monthly: ApiClient;
let free: ApiClient;

beforeAll(async () => {
  monthly = await signedIn(provider().origin, 'monthly@listener.test');
  free = await signedIn(provider().origin, 'buyer@listener.test');
}, 60_000);

async function statementsOf(run: () => Promise<unknown>): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  record = statements;
  await run();
  record = null;
  // The purge of counted requests runs once a minute, and reads a small table.
  return statements.filter(({ sql }) =>
    /^\s*(?:select|with|insert|update|delete(?! from "request_counts"))/i.test(sql),
  );
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** A node of a plan that was run. */
interface RunPlan extends Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
}

const nodes = <Each extends Plan>(plan: Each): readonly Each[] => [
  plan,
  ...((plan.Plans ?? []) as readonly Each[]).flatMap((each) => nodes(each)),
];

/** With its parameters, and as a prepared statement that is planned once for all parameters. */
async function scannedBy(statement: CompiledQuery): Promise<readonly string[]> {
  const { sql, parameters } = statement;
  const plans = [
    await planOf(CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters])),
    await planOf(CompiledQuery.raw(`explain (format json, generic_plan) ${sql}`)),
  ];
  return plans
    .flatMap((plan) => nodes(plan))
    .filter((node) => node['Node Type'] === 'Seq Scan' && !MAY_SCAN.test(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');
}

async function planOf(explain: CompiledQuery): Promise<Plan> {
  const { rows } = await provider().db.executeQuery<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(explain);
  const [first] = rows[0]?.['QUERY PLAN'] ?? [];
  if (first === undefined) throw new Error(`no plan for ${explain.sql}`);
  return first.Plan;
}

const LONG_PAGE = 'limit=1000&next_page=1';
const paths: readonly string[] = [
  '/browse',
  '/for-you',
  '/for-you/recommended?limit=15&next_page=2',
  '/new-releases?limit=15&next_page=20',
  `/new-releases?${LONG_PAGE}`,
  `/trending?${LONG_PAGE}`,
  `/quick-listens?${LONG_PAGE}`,
  '/quick-listens?limit=15&next_page=40',
  '/content/discounted',
  '/featured-curated-collection',
  '/content/a-short-book-about-long-distances',
  '/content?random=1',
  '/content?cid=fiction',
  `/content?cid=fiction&${LONG_PAGE}`,
  '/content?cid=fiction&tid=the-sea&limit=15&next_page=1',
  '/segregated?cid=fiction',
  '/segregated?tid=the-sea',
  '/curated-collection-tracks/?limit=1000&cid=learn-to-sleep-again',
  '/podcast-episodes/?pid=a-word-a-day&limit=50&next_page=2',
  '/categories',
  '/topics?limit=50',
  '/authors/?limit=15&next_page=2',
  '/authors/amara-okonkwo-bell',
  '/library',
  '/user',
  '/user/content/?active=1',
  '/user/purchased-content',
  '/user/playing-data/a-short-book-about-long-distances',
  '/favorites/content?podcast=0',
  '/favorites/content?podcast=1',
  '/favorites/authors',
  '/search?term=harbour',
  '/search?term=the+quiet+har&limit=3&skip=30',
  '/search?term=the&limit=3',
  '/search?term=a',
  '/search?term=qqqq',
  '/search?term=with&skip=300',
  '/search?term=river&category=Fiction&limit=50',
  ...['title', 'author', 'length', 'added', 'published'].flatMap((sort) => [
    `/trending?sort=${sort}`,
    `/trending?sort=-${sort}&next_page=20`,
  ]),
  '/content?cid=fiction&sort=title',
  '/trending?filter.language=pt&sort=title',
  '/trending?filter.progress=in_progress&filter.saved=yes',
  '/authors/amara-okonkwo-bell?sort=title',
  '/trending?sort=progress&next_page=20',
  '/trending?sort=-progress',
  '/trending?filter.narrator=Rolf+Berg&sort=-length',
  '/trending?filter.length=10h%2B&filter.progress=not_started',
  '/search?term=the&sort=title',
  '/search?term=harbour&sort=-added',
  '/search?term=the&filter.language=pt',
  '/library?filter.progress=finished',
  '/audio/tokenize?url=/media/audio/a-short-book-about-long-distances.mp3',
];

test.each(paths)(`at ${ITEMS} items, no scan for GET %s`, async (path) => {
  for (const client of [monthly, free]) {
    const statements = await statementsOf(async () => {
      expect((await client.get(path)).status).toBeOneOf([200, 403, 404]);
    });
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(await scannedBy(statement), statement.sql).toEqual([]);
  }
});

test.each(['en', 'pt', 'xh'])(`at ${ITEMS} items, no scan for a search in %s (LANG-19)`, async (language) => {
  for (const path of paths.filter((each) => each.startsWith('/search?'))) {
    const statements = await statementsOf(async () => {
      expect((await monthly.get(path, { 'accept-language': language })).status).toBe(200);
    });
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(await scannedBy(statement), statement.sql).toEqual([]);
  }
});

test(`at ${ITEMS} items, no scan for a report or a favourite`, async () => {
  await monthly.get('/audio/tokenize?url=/media/audio/a-short-book-about-long-distances.mp3');
  await sql`insert into royalty_reports (sub, content_id, duration, reported_at)
    select 'other ' || number % 500, 'a-short-book-about-long-distances', 1, number
    from generate_series(1, ${ITEMS}) as number`.execute(provider().db);
  await sql`analyze royalty_reports`.execute(provider().db);
  const statements = await statementsOf(async () => {
    const report = {
      id: 'a-short-book-about-long-distances',
      playback_speed: 1,
      content_type: 1,
      last_position: 5000,
    };
    expect((await monthly.post('/user/content', [report])).status).toBe(200);
    // Not longer than the time since the sound was opened.
    const royalty = { content_id: 'a-short-book-about-long-distances', duration: 1 };
    expect((await monthly.post('/audio/reporting', [royalty])).status).toBe(200);
    const favorite = { content_id: 'a-short-book-about-long-distances', is_favorite: true };
    expect((await monthly.post('/favorites/content', favorite)).status).toBe(200);
  });
  for (const statement of statements) expect(await scannedBy(statement), statement.sql).toEqual([]);
});

/** What lists offer as filters, which does not grow with the catalogue. */
const MOST_READ = 200;

/** The most rows that a part of a statement reads from a table or an index. */
async function rowsReadBy({ sql, parameters }: CompiledQuery): Promise<number> {
  const plan = await planOf(CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]));
  const read = nodes(plan)
    .filter((node): node is RunPlan => node['Relation Name'] !== undefined && 'Actual Rows' in node)
    .map(
      (node) =>
        node['Actual Loops'] *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)),
    );
  return Math.max(0, ...read);
}

test.each([
  'term=qwertz',
  'term=tide+libary',
  'term=tide+libary&skip=30',
  'term=tide+libary&category=Fiction',
  'term=tide+libary&sort=title',
  'term=qwertz&sort=-added',
  'term=tide+libary&filter.language=pt',
  'term=wonderfull+lighthous+timetabel+libary',
  'term=wiht&limit=3',
])(
  `at most ${MOST_READ} rows of the catalogue are read for a search with a wrong letter, %s (CAT-321)`,
  async (query) => {
    const statements = await statementsOf(async () => {
      expect((await monthly.get(`/search?${query}`)).status).toBe(200);
    });
    for (const statement of statements.filter(({ sql }) => /^\s*(?:select|with)/i.test(sql)))
      expect(await rowsReadBy(statement), statement.sql).toBeLessThanOrEqual(MOST_READ);
  },
);

test.each([
  '/browse',
  '/for-you',
  '/library',
  '/new-releases?limit=15&next_page=2',
  '/trending?limit=15&next_page=1',
  '/quick-listens',
  '/content/discounted',
  '/featured-curated-collection',
  '/content?cid=fiction',
  '/content?cid=fiction&tid=the-sea',
  '/segregated?tid=the-sea',
  '/user/content/?active=1',
  '/user/purchased-content',
  '/favorites/content?podcast=0',
  '/search?term=the&limit=3',
  '/search?term=harbour&limit=3',
  '/search?term=the+tide&limit=3&skip=3',
  '/categories',
  '/authors',
])('GET %s takes at most two statements once its documents are known', async (path) => {
  // What lists offer is read every two seconds, and documents once.
  await monthly.get(path);
  const statements = await statementsOf(async () => {
    expect((await monthly.get(path)).status).toBe(200);
  });
  const own = statements.filter(({ sql }) => !/request_counts|languages\(language\)/u.test(sql));
  expect(own.map(({ sql }) => sql.slice(0, 200))).toHaveLength(Math.min(own.length, 2));
});
