import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../parts/index.ts';
import { openDatabase } from '../../db/open.ts';
import { askAgainAfterChange } from '../../feeds/episode-documents.ts';
import type { FeedTables } from '../../feeds/tables.ts';
import type { OwnTables } from '../../library/tables.ts';
import type { Tables } from '../../members/tables.ts';
import { databaseOfTest } from '../support/databases.ts';

test('after a change of the reader, the transcripts of feeds are asked for again (TEXT-65)', async () => {
  const url = await databaseOfTest('library');
  const database = await openDatabase<Tables & OwnTables & FeedTables>({ kind: 'server', url }, MIGRATIONS);
  const { db } = database;
  try {
    const asked = () => db.selectFrom('feed_transcripts').selectAll().execute();
    const row = { key: 'e https://a.example/t.vtt', feed_id: 'f', failures: 1, next_at: null, problem: null };
    await askAgainAfterChange(db);
    await db.insertInto('feed_transcripts').values(row).execute();
    await askAgainAfterChange(db);
    expect(await asked()).toEqual([row]);
    await askAgainAfterChange(db, 'another reader');
    expect(await asked()).toEqual([{ ...row, failures: 0, next_at: 0 }]);
  } finally {
    await database.close();
  }
});
