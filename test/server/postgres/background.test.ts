import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mp3, tone } from '../library/support/make-audio.ts';
import { withPostgres } from '../support/postgres.ts';
import { runProvider } from '../support/processes.ts';
import { temporaryFolder } from '../support/provider.ts';

const postgres = withPostgres();

test('an import that meets a stopped server ends no process, and starts again', async () => {
  const url = await postgres().createDatabase();
  const folder = temporaryFolder();
  const addBook = async (name: string, frequency: number): Promise<void> => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, '1.mp3'), await mp3(tone(2, frequency)));
  };
  const titles = async (): Promise<number> => {
    const [row] = await postgres().query(url, 'select count(*)::int as count from items');
    return Number(row?.['count']);
  };
  const waitForTitles = async (count: number): Promise<void> => {
    const end = performance.now() + 60_000;
    while ((await titles()) !== count) {
      if (performance.now() > end) throw new Error(`There are not ${count} titles after a minute.`);
      await wait(500);
    }
  };

  await addBook('First', 300);
  const { child } = await runProvider(temporaryFolder(), ['--library', folder], { DATABASE_URL: url });
  await waitForTitles(1);
  await postgres().stop();
  await addBook('Second', 400);
  // The import starts when the folder has been quiet for two seconds.
  await wait(4_000);
  await postgres().startAgain();
  await waitForTitles(2);
  expect(child.exitCode).toBeNull();
}, 180_000);
