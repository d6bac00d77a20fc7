import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runnerImport } from 'vite';

import type { BROKEN } from './adapters.ts';

// Runs the suites of the ports over adapters with one defect each. An integrator reads the failures that they report.

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Files of `src/ports` that are not ports. */
const NO_PORTS = ['tokens.ts', 'tsconfig.json'];

const { module } = await runnerImport<{ readonly BROKEN: typeof BROKEN }>(pathOf('adapters.ts'), {
  configFile: false,
  envDir: false,
  logLevel: 'error',
  resolve: { alias: { vitest: pathOf('../in-page/vitest.ts') } },
});

/** The suites of a file with several ports, or of one whose suite stands with another. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  'auth.ts': ['auth.ts', 'registration.ts', 'hosted-login.ts'],
  'content-api.ts': ['content-api.ts', 'content-cache.ts', 'optional-apis.ts'],
  'downloads.ts': ['download-files.ts', 'download-list.ts'],
  'analytics.ts': ['services.ts'],
  'messaging.ts': ['services.ts'],
  'platform.ts': ['platform.ts', 'key-value-store.ts'],
  'stored-positions.ts': ['bookmark-store.ts', 'history-store.ts', 'playback-journal.ts'],
  'studio-api.ts': ['studio-api.ts', 'people-api.ts'],
};

/** The names of all files in a folder and its subfolders. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(pathOf(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const failuresOf = async ({ tests }: (typeof BROKEN)[number]): Promise<readonly string[]> => {
  const failures: string[] = [];
  for (const [name, run] of tests) {
    try {
      await run();
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failures;
};

test.each(module.BROKEN.map((broken) => [broken.name, broken] as const))(
  'the suite reports the defect of %s',
  async (_name, broken) => {
    expect((await failuresOf(broken)).join('\n')).toContain(broken.failure);
  },
);

test('every port has a suite and a defective adapter', () => {
  const expected = filesIn('../../../src/ports')
    .filter((file) => !NO_PORTS.includes(file))
    .flatMap((file) => SUITES[file] ?? [file]);
  const suites = filesIn('..');
  expect(expected.filter((suite) => !suites.includes(suite))).toEqual([]);
  const broken = readFileSync(pathOf('adapters.ts'), 'utf8');
  expect(expected.filter((suite) => !new RegExp(`from '../[\\w-]+/${suite}';`, 'u').test(broken))).toEqual(
    [],
  );
});
