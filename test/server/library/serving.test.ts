import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { tablesOf } from '../../../server/backup/tables.ts';
import { claimDatabase } from '../../../server/claim-database.ts';
import { Library } from '../../../server/library/library.ts';
import { Renewal } from '../../../server/library/media/renewal.ts';
import { startTestProvider, temporaryFolder } from '../support/provider.ts';
import { tone, wav } from './support/make-audio.ts';
import { ownLibrary } from './support/own-library.ts';

test('a folder is imported at the start and whenever it changes', async () => {
  const folder = temporaryFolder();
  const write = (name: string, frequency: number): void => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, '1.wav'), wav(tone(1, frequency)));
  };
  write('One', 300);
  const lines: string[] = [];
  const provider = await startTestProvider({
    library: [folder],
    log: (line) => lines.push(line),
  });
  const titles = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ title: string }>`
      select document ->> 'title' as title from items order by 1`.execute(provider.db);
    return rows.map(({ title }) => title);
  };
  try {
    await vi.waitFor(async () => expect(await titles()).toEqual(['One']), { timeout: 30_000, interval: 100 });
    write('Two', 310);
    await vi.waitFor(async () => expect(await titles()).toEqual(['One', 'Two']), {
      timeout: 30_000,
      interval: 100,
    });
    rmSync(join(folder, 'One'), { recursive: true });
    await vi.waitFor(async () => expect(await titles()).toEqual(['Two']), { timeout: 30_000, interval: 100 });
    // The report follows the change of the catalogue.
    await vi.waitFor(() => expect(lines.join('\n')).toContain('missing: One (One)'), { timeout: 10_000 });
  } finally {
    await provider.close();
  }
}, 120_000);

test('an interrupted import continues where it stopped, and a folder that is not served is hidden', async () => {
  const library = await ownLibrary();
  const { db, clock } = library.provider;
  for (let title = 0; title < 100; title++)
    library.write(`T${title}/1.wav`, wav(tone(0.1, 100 + title), 8000));
  const own = new Library(db, clock);
  try {
    const stopping = new AbortController();
    const first = await own.import({
      folder: library.folder,
      signal: stopping.signal,
      onProgress: ({ done }) => {
        if (done >= 30) stopping.abort();
      },
    });
    expect(first.complete).toBe(false);
    expect(first.read).toBeLessThan(100);
    const second = await own.import({ folder: library.folder });
    expect(second.complete).toBe(true);
    expect(second.read).toBe(100 - first.read);
    expect(first.added.length + second.added.length).toBe(100);

    const count = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from items`.execute(db);
      return rows[0]?.count ?? 0;
    };
    expect(await count()).toBe(100);
    expect(await own.hideOtherFolders(['/elsewhere'])).toEqual(new Map([[library.folder, 100]]));
    expect(await count()).toBe(0);
    expect((await own.import({ folder: library.folder })).returned).toHaveLength(100);
    expect(await count()).toBe(100);
  } finally {
    await own.close();
  }
}, 120_000);

test('the database of a library contains no data of the demonstration (CAT-102)', async () => {
  const provider = await startTestProvider({ library: [] });
  try {
    const filled: string[] = [];
    for (const { name } of await tablesOf(provider.db)) {
      const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(provider.db);
      if (rows.length > 0) filled.push(name);
    }
    // Keys, settings and the running import only: no title, no author, no account, no event, no payment.
    const own = ['library_imports', 'pool_secrets', 'pool_signing_keys', 'provider_settings'];
    expect(filled.filter((name) => !own.includes(name))).toEqual([]);
    const settings = await provider.db
      .selectFrom('provider_settings')
      .select('name')
      .orderBy('name')
      .execute();
    expect(settings.map(({ name }) => name)).toEqual(['secret/media-addresses', 'source']);
  } finally {
    await provider.close();
  }
}, 60_000);

test('a database belongs to one source', async () => {
  const library = await ownLibrary();
  await expect(claimDatabase(library.provider.db, 'demo')).rejects.toThrow('a library of its own');
  expect(await claimDatabase(library.provider.db, null)).toBe('library');
}, 60_000);

test('an address that is in use outlives its time, for a day at most, and nobody else may use it', () => {
  let now = 0;
  const renewal = new Renewal(() => now);
  const path = '/media/audio/one.mp3';
  const expired = (listener: string, secondsAgo: number) =>
    ({ verdict: 'expired', listener, secondsAgo }) as const;
  expect(renewal.admit(path, expired('ann', 1))).toBeNull();
  expect(renewal.admit(path, { verdict: 'ok', listener: 'ann', secondsLeft: 5 })).toEqual({
    listener: 'ann',
    seconds: 5,
  });
  now += 9 * 60_000;
  expect(renewal.admit(path, expired('ann', 500))).toEqual({ listener: 'ann', seconds: 0 });
  expect(renewal.admit(path, expired('ben', 500))).toBeNull();
  now += 9 * 60_000;
  expect(renewal.admit(path, expired('ann', 1000))).not.toBeNull();
  expect(renewal.admit(path, expired('ann', 25 * 3600))).toBeNull();
  now += 11 * 60_000;
  expect(renewal.admit(path, expired('ann', 2000))).toBeNull();
  expect(renewal.admit(path, { verdict: 'forged' })).toBeNull();
});
