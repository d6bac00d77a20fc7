import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import { replaceTranscripts } from 'audio-streaming-provider/catalogue/transcripts';
import { openDatabase } from 'audio-streaming-provider/db/open';
import type { Tables } from 'audio-streaming-provider/members/tables';
import type { PostgresServer } from 'audio-streaming-provider/test/support/postgres-server';
import { signedIn, type ApiClient } from 'audio-streaming-provider/test/support/provider';
import { check, table } from '../check.ts';
import { ProviderProcess } from './provider-process.ts';

const WORDS_OF_BOOK = 100_000;
const WORDS_OF_SENTENCE = 10;
/** As many as a large dictionary has. The second word is half as frequent as the first one, and so on. */
const VOCABULARY = 60_000;
const CALLS = 20;
const SYLLABLES = 'ba ke lin mor ta ru sen vo gar pi dul na fe zo hin wel'.split(' ');

/** The word at an index of the list of words, which begins with the most frequent one. That one is a stop word in English. */
function wordOf(rank: number): string {
  if (rank === 0) return 'the';
  const parts = [rank % 16, Math.floor(rank / 16) % 16, Math.floor(rank / 256) % 16, Math.floor(rank / 4096)];
  return parts.map((part) => SYLLABLES[part] ?? '').join('');
}

/** The calls: what is searched, by ranks of words. */
const SEARCHES: readonly (readonly [string, readonly number[]])[] = [
  ['a rare word', [50_000]],
  ['a common word', [3]],
  ['a common and a rare word', [4, 40_000]],
  ['two common words', [3, 9]],
  ['two words of the middle', [700, 900]],
  ['four words, as of a quotation', [5, 120, 30, 800]],
  ['a word that nobody says', [VOCABULARY + 5_000]],
];

/**
 * `npm run bench:provider -- --said 1000`: fills so many titles with transcripts of 100,000 words, and measures how long a
 * search takes, with its response. Sentences have the frequencies of words that languages have; a tenth is German.
 */
export async function measureSaid(server: PostgresServer, books: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-said-'));
  const databaseUrl = server.bySocket(await server.createDatabase());
  const provider = await ProviderProcess.start({ dataDir, scale: 2 * books + 300, databaseUrl });
  try {
    await fill(databaseUrl, books);
    const clients: readonly (readonly [string, ApiClient])[] = [
      ['member', await signedIn(provider.origin, 'monthly@listener.test')],
      ['no plan', await signedIn(provider.origin, 'buyer@listener.test')],
    ];
    const rows: string[][] = [];
    for (const [who, client] of clients) {
      for (const [name, ranks] of SEARCHES)
        rows.push([who, name, ...(await measure(client, ranks.map(wordOf)))]);
    }
    console.log(`\nMilliseconds until the response of /search, ${books} books of ${WORDS_OF_BOOK} words\n`);
    console.log(table(['who', 'search', 'first', 'median', 'longest', 'titles', 'sentences'], rows));
  } finally {
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The database makes the words of so many books. The others are copies, because this takes seconds for each. */
const DIFFERENT = 24;

async function fill(databaseUrl: string, books: number): Promise<void> {
  const { background: db, close } = await openDatabase<Tables>({ kind: 'server', url: databaseUrl }, {});
  const { rows } = await sql<{ id: string }>`
    select id from items where document ->> 'url' is not null and content_type <> 6
    order by md5(id) limit ${books}`.execute(db);
  check(rows.length === books, `there are ${rows.length} titles only`);
  for (const [number, { id }] of rows.slice(0, DIFFERENT).entries()) {
    const draft = { itemId: id, chapter: 0, language: number % 10 === 9 ? 'de' : 'en', isTimed: true };
    const cues = Array.from({ length: WORDS_OF_BOOK / WORDS_OF_SENTENCE }, (_, at) => ({
      start: 4 * at,
      end: 4 * at + 4,
      text: sentence(),
    }));
    await db
      .transaction()
      .execute((transaction) =>
        replaceTranscripts(transaction, id, 'file', [{ ...draft, origin: 'a.vtt', cues }]),
      );
  }
  // As after a restored backup, the index is made at the end.
  await sql`drop index transcript_passages_words`.execute(db);
  await sql`alter table transcript_passages alter column words drop expression`.execute(db);
  await sql`alter table transcript_passages set unlogged`.execute(db);
  for (let at = DIFFERENT; at < books; at += DIFFERENT) {
    const items = rows.slice(at, at + DIFFERENT).map(({ id }) => id);
    await sql`with copies as (
        select old.id as old, 'x' || left(md5(item), 31) as id, item from
        (select id, row_number() over (order by id) as number from transcripts where origin = 'a.vtt') as old
        join unnest(${items}::text[]) with ordinality as items (item, number) using (number)
      ), added as (
        insert into transcripts select copies.id, item, chapter, language, source, 'copy', is_timed, words
        from copies join transcripts on transcripts.id = copies.old
      )
      insert into transcript_passages
      select copies.id, position, language, cues,
        ts_delete(words, 'transcript/' || copies.old) || array_to_tsvector(array['transcript/' || copies.id])
      from copies join transcript_passages on transcript_id = copies.old`.execute(db);
    console.error(`  ${Math.min(books, at + DIFFERENT)} books`);
  }
  await db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(connection);
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`create index transcript_passages_words on transcript_passages using gin (words)`.execute(
      connection,
    );
    await sql`vacuum analyze`.execute(connection);
  });
  await close();
  console.error('  filled');
}

/** The frequency of a word is one divided by its rank. */
const sentence = (): string =>
  `${Array.from({ length: WORDS_OF_SENTENCE }, () => wordOf(Math.floor(VOCABULARY ** Math.random()) - 1)).join(' ')}.`;

const responseShape = v.object({
  results: v.array(v.object({ matches: v.optional(v.array(v.unknown()), []) })),
});

async function measure(client: ApiClient, words: readonly string[]): Promise<readonly string[]> {
  const path = `/search?term=${encodeURIComponent(words.join(' '))}&limit=20`;
  const times: number[] = [];
  let found: v.InferOutput<typeof responseShape> = { results: [] };
  for (let call = 0; call < CALLS; call += 1) {
    const start = performance.now();
    const { status, body } = await client.get(path);
    times.push(performance.now() - start);
    check(status === 200, `${path} responded ${status}`);
    found = v.parse(responseShape, body);
  }
  const [first = 0, ...others] = times;
  const sorted = others.toSorted((one, other) => one - other);
  const sentences = found.results.reduce((sum, { matches }) => sum + matches.length, 0);
  return [first, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
    .map((time) => time.toFixed(0))
    .concat(String(found.results.length), String(sentences));
}
