import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { licencesOf, listedIn, lockedIn, type Lock } from '../../scripts/lib/licences.mjs';
import { isAllowed } from '../../scripts/vite/third-party-notices.ts';

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
