// Proves TEXT-65.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { MIGRATIONS } from '../../../server/parts/index.ts';
import { providerMigrations } from '../../../server/db/migrations.ts';
import { openDatabase } from '../../../server/db/open.ts';
import type { FeedTables } from '../../../server/feeds/tables.ts';
import { databaseOfTest } from '../support/databases.ts';

test('after a change of the reader, the transcripts of feeds are asked for again', async () => {
  const url = await databaseOfTest('library');
  const database = await openDatabase<FeedTables>({ kind: 'server', url }, MIGRATIONS);
  const { db } = database;
  try {
    const row = { key: 'e https://a.example/t.vtt', feed_id: 'f', failures: 1, next_at: null, problem: null };
    await db.insertInto('feed_transcripts').values(row).execute();
    const asked = () => db.selectFrom('feed_transcripts').selectAll().execute();
    await migrate(db, { ...MIGRATIONS, provider: providerMigrations });
    expect(await asked()).toEqual([row]);
    await sql`delete from feeds_migrations where name = '0012_transcripts_again'`.execute(db);
    await migrate(db, { ...MIGRATIONS, provider: providerMigrations });
    expect(await asked()).toEqual([{ ...row, failures: 0, next_at: 0 }]);
  } finally {
    await database.close();
  }
});
