import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { failuresOf, loadBroken } from './run-broken.ts';

// Runs the suites of the ports over adapters with one defect each. An integrator reads the failures that they report.

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Files of `src/ports` that are not ports. */
const NO_PORTS = ['tokens.ts', 'tsconfig.json'];

/** The suites of a file with several ports, or of one whose suite stands with another. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  'auth.ts': ['auth.ts', 'registration.ts', 'hosted-login.ts'],
  'content-api.ts': ['content-api.ts', 'content-cache.ts', 'optional-apis.ts'],
  'downloads.ts': ['download-files.ts', 'download-list.ts'],
  'analytics.ts': ['services.ts'],
  'messaging.ts': ['services.ts'],
  'platform.ts': ['platform.ts', 'key-value-store.ts'],
  'stored-positions.ts': ['bookmark-store.ts', 'history-store.ts', 'playback-journal.ts'],
};

/** The names of all files in a folder and its subfolders. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(pathOf(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const broken = await loadBroken(pathOf('adapters.ts'));

test.each(broken.map((each) => [each.name, each] as const))(
  'the suite reports the defect of %s',
  async (_name, each) => {
    expect(await failuresOf(each)).toContain(each.failure);
  },
);

test('every port has a suite and a defective adapter', () => {
  const expected = filesIn('../../../src/ports')
    .filter((file) => !NO_PORTS.includes(file))
    .flatMap((file) => SUITES[file] ?? [file]);
  const suites = filesIn('..');
  expect(expected.filter((suite) => !suites.includes(suite))).toEqual([]);
  const source = readFileSync(pathOf('adapters.ts'), 'utf8');
  expect(expected.filter((suite) => !new RegExp(`from '../[\\w-]+/${suite}';`, 'u').test(source))).toEqual(
    [],
  );
});
