import { createHash } from 'node:crypto';
import { type LogEvent, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ItemDocuments } from '../../catalogue/documents.ts';
import { items } from '../../catalogue/item-queries.ts';
import { trending } from '../../catalogue/shelves.ts';
import type { BuildCatalogue } from '../../catalogue/types.ts';
import { type SeedOptions, seedCatalogue } from '../../catalogue/write-catalogue.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { CATALOGUE_VERSION, buildCatalogue } from '../../demo/catalogue/index.ts';
import type { Tables } from '../../members/tables.ts';
import { poolMigrations } from '../../pool/migrations.ts';
import { createDatabase } from '../support/databases.ts';
import { useProvider } from '../support/provider.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 15, 12);

let database: OpenDatabase<Tables>;
const named = buildCatalogue({ now: START }).total;

beforeAll(async () => {
  const { url, drop } = await createDatabase();
  database = await openDatabase<Tables>({ kind: 'server', url }, { pool: poolMigrations });
  return async () => {
    await database.close();
    await drop();
  };
}, 60_000);

const seed = (options: Pick<SeedOptions, 'now' | 'scale'> & Partial<SeedOptions>): Promise<void> =>
  seedCatalogue(database.db, { build: buildCatalogue, version: 1, alone: database.alone, ...options });

async function state() {
  const { db } = database;
  const { count } = await db
    .selectFrom('items')
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { edition, valid_till, document } = await db
    .selectFrom('items')
    .select(['edition', 'valid_till', 'document'])
    .where('valid_till', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return { count, edition, valid_till, said: document.valid_till };
}

test('the tables are filled once, with dates measured from that moment, and with progress', async () => {
  const reported: (readonly [number, number])[] = [];
  const progress = (done: number, total: number): void => {
    reported.push([done, total]);
  };
  await seed({ now: START, scale: 0, progress });
  expect(reported.at(-1)).toEqual([named, named]);
  const first = await state();
  expect(first.count).toBe(named);
  expect(first.edition).toBe(START);
  expect(Date.parse(first.said ?? '')).toBe(first.valid_till);

  reported.length = 0;
  await seed({ now: START + 23 * HOUR, scale: 0, progress });
  expect(reported).toEqual([]);
  expect(await state()).toEqual(first);
});

test('a day later its dates move, and the data of listeners stay', async () => {
  const { db } = database;
  await db
    .insertInto('favorite_items')
    .values({ sub: 'ann', item_id: 'the-ferry-timetable', created_at: START })
    .execute();
  const before = await state();
  await seed({ now: START + 2 * DAY, scale: 0 });
  const after = await state();
  expect(after.valid_till).toBe((before.valid_till ?? 0) + 2 * DAY);
  expect(Date.parse(after.said ?? '')).toBe(after.valid_till);
  expect(after.count).toBe(named);
  const stored = await db.selectFrom('favorite_items').selectAll().execute();
  expect(stored).toEqual([{ sub: 'ann', item_id: 'the-ferry-timetable', created_at: START }]);
});

test('it grows if more items are requested, and does not shrink if fewer are', async () => {
  await seed({ now: START + 2 * DAY, scale: named + 300 });
  expect((await state()).count).toBe(named + 300);
  await seed({ now: START + 2 * DAY, scale: 0 });
  expect((await state()).count).toBe(named + 300);
});

test('removed items disappear from every list and search', async () => {
  const { db } = database;
  const one = await db.selectFrom('items').selectAll().where('id', '=', 'the-ferry-timetable').execute();
  await db
    .insertInto('items')
    .values(one.map((row) => ({ ...row, id: 'withdrawn', document: JSON.stringify(row.document) })))
    .execute();
  await db
    .insertInto('item_topics')
    .values({ item_id: 'withdrawn', topic_id: 'the-sea', popularity: 1 })
    .execute();
  await seed({ now: START + 4 * DAY, scale: 0 });
  expect(await db.selectFrom('items').select('id').where('id', '=', 'withdrawn').execute()).toEqual([]);
  expect(
    await db.selectFrom('item_topics').select('item_id').where('item_id', '=', 'withdrawn').execute(),
  ).toEqual([]);
});

test('an older release that starts again does not put its catalogue back', async () => {
  const { db } = database;
  const renamed: BuildCatalogue = (options) => {
    const catalogue = buildCatalogue(options);
    const topics = catalogue.topics.map((topic) => ({ ...topic, name: `New ${topic.name}` }));
    return { ...catalogue, topics };
  };
  await seed({ build: renamed, version: 2, now: START + 6 * DAY, scale: 0 });
  const names = () => db.selectFrom('topics').select('name').orderBy('position').execute();
  const before = await names();
  expect(before[0]?.name).toMatch(/^New /);
  await seed({ version: 1, now: START + 8 * DAY, scale: 0 });
  expect(await names()).toEqual(before);
});

test('every change of the catalogue has a new version', () => {
  const { authors, categories, topics, series, narrators, items } = buildCatalogue({ now: 0 });
  const hash = createHash('sha256')
    .update(JSON.stringify([authors, categories, topics, series, narrators, items]))
    .digest('hex');
  // If this fails, add one to CATALOGUE_VERSION, and put the version and the hash here.
  expect([CATALOGUE_VERSION, hash]).toEqual([
    5,
    '857f47ef0247f9bae72ef6fccda115164377984ceb53dcc52716a6c87713ef2f',
  ]);
});

describe('documents of the catalogue', () => {
  let statements = 0;
  const provider = useProvider({
    scale: 300,
    queryLog: ({ query }: LogEvent) => {
      if (query.sql.includes('"document"')) statements += 1;
    },
  });

  /** The number of statements for documents while an action runs. */
  async function counted(action: () => Promise<unknown>): Promise<number> {
    statements = 0;
    await action();
    return statements;
  }

  async function write(id: string, document: object): Promise<void> {
    await sql`update items set document = cast(${JSON.stringify(document)} as json) where id = ${id}`.execute(
      provider().db,
    );
  }

  test('a document is read once until it changes', async () => {
    const { db } = provider();
    const documents = new ItemDocuments(db);
    const list = () => trending(db).limit(50).execute();
    expect(await counted(async () => documents.read(await list()))).toBe(1);
    expect(await counted(async () => documents.read(await list()))).toBe(0);
    const [{ id } = { id: '' }] = await list();
    // The same text is the same version.
    await sql`update items set document = document where id = ${id}`.execute(db);
    expect(await counted(async () => documents.read(await list()))).toBe(0);
    await write(id, { content_id: null, title: 'New', tracks: [] });
    const found = await documents.read(await list());
    expect(found.get(id)?.fields).toBe('"content_id":null,"title":"New"');
  });

  test('the cache is bounded, and a list is complete although its documents do not fit (CAT-98)', async () => {
    const { db } = provider();
    const rows = await trending(db).limit(50).execute();
    const all = await new ItemDocuments(db).read(rows);
    const small = new ItemDocuments(db, 20_000);
    expect(await small.read(rows)).toEqual(all);
    expect(small.size).toBeLessThanOrEqual(20_000);
    expect(small.size).toBeGreaterThan(10_000);
    expect(await small.read(rows)).toEqual(all);
  });

  test('an item that was deleted after its list was read is left out', async () => {
    const { db } = provider();
    const rows = await trending(db).limit(3).execute();
    const gone = rows[1]?.id ?? '';
    await db.deleteFrom('items').where('id', '=', gone).execute();
    const found = await new ItemDocuments(db).read(rows);
    expect([...found.keys()].toSorted()).toEqual(
      rows
        .map(({ id }) => id)
        .filter((id) => id !== gone)
        .toSorted(),
    );
  });

  test('a list that was read before a change gets the newer document', async () => {
    const { db } = provider();
    const documents = new ItemDocuments(db);
    const [before] = await items(db).where('id', '=', 'the-tide-library').execute();
    if (before === undefined) throw new Error('There is no such title.');
    await documents.read([before]);
    await write(before.id, { content_id: null, tracks: [] });
    const [after] = await items(db).where('id', '=', before.id).execute();
    if (after === undefined) throw new Error('There is no such title.');
    const fields = async (row: typeof before) => (await documents.read([row])).get(row.id)?.fields;
    expect(await fields(after)).toBe('"content_id":null');
    expect(await fields(before)).toBe('"content_id":null');
  });
});
