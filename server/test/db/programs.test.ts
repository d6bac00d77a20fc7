import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnusableError } from '../../db/errors.ts';
import { SERVER_VERSION } from '../../db/own/data-folder.ts';
import { findPrograms, type Programs } from '../../db/own/programs.ts';
import { OwnServer } from '../../db/own/server.ts';
import { temporaryFolder } from '../support/folders.ts';

const NEWER = `${SERVER_VERSION}.99`;

async function packaged(): Promise<Programs> {
  const found = (await findPrograms(SERVER_VERSION)).find(({ folder }) => folder === null);
  return found ?? Promise.reject(new Error('There is no server in the packages.'));
}

/** A folder with programs that say that they are of another version. They run those of the packages. */
async function installed(version: string): Promise<string> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const { postgres, initdb } = await packaged();
  const scripts = {
    postgres: `if [ "$1" = --version ]; then echo 'postgres (PostgreSQL) ${version} (Debian)'; else exec '${postgres}' "$@"; fi`,
    initdb: `exec '${initdb}' "$@"`,
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

const onPath = (folder: string): void => {
  vi.stubEnv('PATH', [folder, process.env['PATH'] ?? ''].join(delimiter));
};

describe('the server of the data folder', () => {
  test('is an installed one that is newer, of the same major version (CAT-310)', async () => {
    const folder = await installed(NEWER);
    onPath(folder);
    const [best] = await findPrograms(SERVER_VERSION);
    expect(best).toMatchObject({ version: NEWER, folder });
  });

  test.each([`${SERVER_VERSION}.0`, `${SERVER_VERSION + 1}.3`, `${SERVER_VERSION - 1}.30`])(
    'is that of the packages if version %s is installed (CAT-310)',
    async (version) => {
      onPath(await installed(version));
      const [best] = await findPrograms(SERVER_VERSION);
      expect(best?.folder).toBeNull();
    },
  );

  test('is that of the packages if two are equal', async () => {
    onPath(await installed((await packaged()).version));
    const [best] = await findPrograms(SERVER_VERSION);
    expect(best?.folder).toBeNull();
  });

  test('is the one of POSTGRES_BIN, also an older one (CAT-310)', async () => {
    const folder = await installed(`${SERVER_VERSION}.0`);
    expect(await findPrograms(SERVER_VERSION, folder)).toMatchObject([
      { version: `${SERVER_VERSION}.0`, folder },
    ]);
  });

  test('is refused if POSTGRES_BIN names another major version, or no server (CAT-310)', async () => {
    const older = await installed('17.4');
    await expect(findPrograms(SERVER_VERSION, older)).rejects.toThrow(
      `POSTGRES_BIN names PostgreSQL 17.4. PostgreSQL ${SERVER_VERSION} is needed.`,
    );
    const empty = temporaryFolder();
    await expect(findPrograms(SERVER_VERSION, empty)).rejects.toThrow(`POSTGRES_BIN names ${empty}, where`);
    await expect(findPrograms(SERVER_VERSION, empty)).rejects.toThrow(DatabaseUnusableError);
  });

  test('runs on the same files before and after an installed one', async () => {
    const dataDir = temporaryFolder();
    const folder = await installed(NEWER);
    const use = async (programs: string | Programs, statement: string): Promise<readonly unknown[]> => {
      const server = await OwnServer.open({
        dataDir,
        user: 'provider',
        reset: false,
        onTrouble: () => undefined,
        programs,
      });
      onTestFinished(() => server.close());
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(statement);
      await client.end();
      await server.close();
      return rows;
    };
    const bundled = await packaged();
    await use(bundled, 'create table kept (number int)');
    await use(folder, 'insert into kept values (7)');
    expect(await use(bundled, 'select number from kept')).toEqual([{ number: 7 }]);
  }, 60_000);

  test('is that of the packages if an installed one does not start', async () => {
    const folder = await installed(NEWER);
    onPath(folder);
    const dataDir = temporaryFolder();
    // Nobody but root may enter it.
    chmodSync(folder, 0o700);
    const server = await OwnServer.open({
      dataDir,
      user: 'provider',
      reset: false,
      onTrouble: () => undefined,
    });
    onTestFinished(() => server.close());
    expect(server.url).toContain('postgresql://');
  }, 60_000);
});
