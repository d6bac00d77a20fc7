import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProvider } from '../../provider.ts';
import { databaseOfTest } from '../support/databases.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { signedIn, temporaryFolder } from '../support/provider.ts';

const run = promisify(execFile);

/** The folder with the newest server and tools of the distribution; the package of the embedded server has no tools. */
function toolsFolder(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .toSorted((a, b) => b - a)
    : [];
  return (
    versions
      .map((version) => join(root, String(version), 'bin'))
      .find((bin) =>
        ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((tool) => existsSync(join(bin, tool))),
      ) ?? null
  );
}
const tools = toolsFolder();

const found = v.object({
  results: v.array(
    v.object({ title: v.string(), matches: v.optional(v.array(v.object({ text: v.string() }))) }),
  ),
});
const SAID = 'postcard second time';

/** What the search finds in what is said, of a provider on a database. */
async function said(databaseUrl: string): Promise<readonly string[]> {
  const provider = await startProvider({ dataDir: temporaryFolder(), databaseUrl });
  try {
    const listener = await signedIn(provider.origin, 'monthly@listener.test');
    const { status, body } = await listener.get(`/search?term=${encodeURIComponent(SAID)}`);
    expect(status).toBe(200);
    return v.parse(found, body).results.flatMap(({ matches }) => (matches ?? []).map(({ text }) => text));
  } finally {
    await provider.close();
  }
}

describe.skipIf(tools === null)(
  `PostgreSQL's own tools${tools === null ? ' are not on this machine: pg_dump of a server, as /usr/lib/postgresql has them' : ''}`,
  () => {
    let server: PostgresServer;
    const tool = async (name: string, ...args: readonly string[]): Promise<string> => {
      const { stdout, stderr } = await run(join(tools ?? '', name), [...args]);
      return stdout + stderr;
    };
    beforeAll(async () => {
      server = await PostgresServer.start(undefined, tools);
    }, 60_000);
    afterAll(() => server.end());

    test('dump and restore a database with every row, and the search finds what is said (CAT-320)', async () => {
      const url = await server.createDatabase();
      expect(await said(url)).toContain('She unfolded the postcard a second time.');
      const file = join(temporaryFolder(), 'dump');
      await tool('pg_dump', '--format=custom', `--file=${file}`, url);
      const restored = await server.createDatabase();
      expect(await tool('pg_restore', '--exit-on-error', `--dbname=${restored}`, file)).toBe('');
      const count =
        'select (select count(*) from transcript_passages) as passages, (select count(*) from items) as items';
      expect(await server.query(restored, count)).toEqual(await server.query(url, count));
      expect(await said(restored)).toContain('She unfolded the postcard a second time.');
    }, 180_000);
  },
);

describe('a database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  }, 60_000);
  afterAll(() => server.end());

  test('has functions that need no path of schemas, so that any tool restores it', async () => {
    const url = await databaseOfTest('demo');
    const texts = await server.query(
      url,
      `select proname from pg_proc join pg_language on pg_language.oid = prolang
       where pronamespace = 'public'::regnamespace and lanname = 'sql' and prosqlbody is null`,
    );
    expect(texts).toEqual([]);
    const [row] = await server.query(
      url,
      "set search_path to ''",
      `update public.transcript_passages set cues = '[{"text": "Zebras"}]' where position = 0 returning words::text`,
    );
    expect(row?.['words']).toContain("'zebra'");
  });

  test.each([
    [
      'drop table transcript_passages cascade',
      'passages_saying(), tables_without_rows(), transcript_passages',
    ],
    ['drop function transcripts_saying', 'transcripts_saying()'],
    ['drop table playback_positions cascade', 'playback_positions'],
    ['drop table provider_settings', 'provider_settings'],
    ['delete from transcript_passages', 'rows of transcript_passages'],
    ["delete from provider_settings where name = 'database/parts'", 'rows of provider_settings'],
  ])(
    'that lacks a part is refused: %s (CAT-320)',
    async (statement, part) => {
      const url = await databaseOfTest('demo');
      await server.query(url, statement);
      await expect(startProvider({ dataDir: temporaryFolder(), databaseUrl: url })).rejects.toThrow(
        `The database is not whole: it lacks ${part}. Its restore has failed in part.`,
      );
    },
    60_000,
  );
});
