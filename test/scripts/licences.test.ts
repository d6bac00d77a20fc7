import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  licencesOf,
  listedIn,
  lockedIn,
  shippedIn,
  shippedInAll,
  type Lock,
} from '../../scripts/lib/licences.mjs';
import { isAllowed } from '../../scripts/vite/allowed-licences.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const page = readFileSync('docs/licences.md', 'utf8');

describe('the list of licences', () => {
  // What a build has in it is compared by e2e/app/licences.spec.ts.
  test('is that of the lock file', () => {
    expect(page, 'run "npm run licences"').toBe(licencesOf(lock, listedIn(page)));
  });

  test('names as shipped only what the lock file knows, each once, and what may be shipped', () => {
    const listed = listedIn(page);
    expect(listed.length).toBeGreaterThan(10);
    const locked = lockedIn(lock);
    for (const each of listed) expect(locked).toContainEqual(each);
    expect(new Set(listed.map(({ name, version }) => `${name} ${version}`)).size).toBe(listed.length);
    expect(listed.filter(({ name, license }) => !isAllowed({ name, licence: license }))).toEqual([]);
  });

  test('counts a version that is installed twice as one, and nothing that is shipped', () => {
    const shipped = [{ name: '@x/c', version: '1.0.0', license: 'ISC' }];
    const made = licencesOf(
      {
        packages: {
          '': {},
          'node_modules/a/node_modules/@x/c': { version: '1.0.0', license: 'ISC' },
          'node_modules/@x/c': { version: '2.0.0', license: 'ISC' },
          'node_modules/tool': { version: '3.0.0', license: 'MIT' },
          'node_modules/b/node_modules/tool': { version: '3.0.0', license: 'MIT' },
          'node_modules/c/node_modules/tool': { version: '3.0.1', license: 'MIT' },
        },
      },
      shipped,
    );
    expect(made).toContain('- @x/c 1.0.0: ISC\n\n');
    expect(made).toContain('- MIT (2)\n- ISC (1)\n');
    expect(listedIn(made)).toEqual(shipped);
  });

  test('is read from the notices of a build, whatever their texts look like', () => {
    const notices =
      'Notices\n\nText: of it.\n\n  b 2.0.0: (MIT OR X)\n\n====\nb 2.0.0: MIT\n====\n\n  c 1: ISC\n';
    expect(shippedIn(notices)).toEqual([{ name: 'b', version: '2.0.0', license: '(MIT OR X)' }]);
  });
});

describe('a licence is allowed', () => {
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND Zlib)', false],
    ['ISC AND MIT', true],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['not stated', false],
  ])('%s: %s', (licence, isSo) => {
    expect(isAllowed({ name: 'some', licence })).toBe(isSo);
  });

  test('where its vendor was agreed with', () => {
    expect(isAllowed({ name: '@braze/web-sdk', licence: 'SEE LICENSE IN README' })).toBe(true);
  });
});

test('the packages of two notices are each named once, in the order of their names', () => {
  const one = '  b 2.0.0: MIT\n  c 1.0.0: ISC\n===\n';
  const other = '  a 1.0.0: MIT\n  b 2.0.0: MIT\n===\n';
  expect(shippedInAll([one, other]).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});
