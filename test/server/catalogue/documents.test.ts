import { type LogEvent, sql } from 'kysely';
import { expect, test } from 'vitest';
import { ItemDocuments } from '../../../server/catalogue/documents.ts';
import { items } from '../../../server/catalogue/items.ts';
import { trending } from '../../../server/catalogue/shelves.ts';
import { useProvider } from '../support/provider.ts';

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
