import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isShipped, licencesOf } from '../../scripts/lib/licences.mjs';

/** Licences that ask for no more than that their text comes along. */
const PERMISSIVE =
  /^\(?(?:MIT|ISC|Unlicense|0BSD|BSD-[23]-Clause|Apache-2\.0|SEE LICENSE IN \S+)(?: (?:AND|OR) .*)?\)?$/;

type Lock = Parameters<typeof licencesOf>[0];
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;

test('the list of licences is that of the lock file', () => {
  const listed = readFileSync('docs/licences.md', 'utf8');
  expect(listed, 'run "npm run licences"').toBe(licencesOf(lock));
});

test('whatever is shipped says under which licence it stands, and may be', () => {
  const shipped = Object.entries(lock.packages).filter(([path, locked]) => path !== '' && isShipped(locked));
  expect(shipped.length).toBeGreaterThan(10);
  const others = shipped.filter(([, { license = '' }]) => !PERMISSIVE.test(license));
  expect(others.map(([path, { license }]) => `${path}: ${license ?? 'not stated'}`)).toEqual([]);
});

test('a package is shipped unless the lock file calls it a tool', () => {
  const page = licencesOf({
    packages: {
      '': {},
      'node_modules/b': { version: '2.0.0', license: 'MIT' },
      'node_modules/a/node_modules/@x/c': { version: '1.0.0', license: 'ISC' },
      'node_modules/tool': { version: '3.0.0', license: 'MIT', dev: true },
    },
  });
  expect(page).toContain('| @x/c | 1.0.0 | ISC |\n| b | 2.0.0 | MIT |');
  expect(page).not.toContain('tool |');
  expect(page).toContain('| MIT | 1 |');
});
