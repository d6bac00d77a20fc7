import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { directDependencies, reasonsIn, whyReason } from '../../scripts/lib/outdated.mjs';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-28');
const NO_REGISTRY = 3;

describe('a dependency needs a reason', () => {
  test.each([
    ['2.9.9', '3.0.0', 10, 'a major behind 3.0.0'],
    ['2.1.0', '2.9.9', 10, null],
    ['0.28.18', '0.29.9', 10, 'a major behind 0.29.9'],
    ['0.29.1', '0.29.9', 10, null],
    ['0.99.1', '1.0.0', 10, 'a major behind 1.0.0'],
    ['12.1.0', '11.16.1', 10, null],
    ['18.4.0-beta.17', '18.4.0-beta.18', 10, null],
    ['1.0.0', '1.0.0', 731, 'no release for two years'],
    ['1.0.0', '1.0.0', 730, null],
  ])('with %s, %s being the newest for %s days: %s', (installed, newest, days, why) => {
    expect(whyReason({ name: 'x', installed, newest, released: NOW - days * DAY_MS }, NOW)).toBe(why);
  });
});

test('a reason may be for several packages, and may have several lines', () => {
  expect([...reasonsIn('- `a`, `@b/c`: one\n  two.\n- no reason\n- `d`: three.\n')]).toEqual([
    ['a', 'one two.'],
    ['@b/c', 'one two.'],
    ['d', 'three.'],
  ]);
});

test('every package with a reason is a dependency', () => {
  const { overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly overrides?: Readonly<Record<string, string>>;
  };
  const names = [...directDependencies().map(([name]) => name), ...Object.keys(overrides ?? {})];
  expect(
    [...reasonsIn(readFileSync('docs/dependencies.md', 'utf8')).keys()].filter(
      (name) => !names.includes(name),
    ),
  ).toEqual([]);
});

test('npm run outdated finds a reason for each (skipped without the package registry)', (context) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/outdated.mjs'], {
    encoding: 'utf8',
  });
  context.skip(status === NO_REGISTRY, stderr);
  expect(stdout.split('\n').filter((line) => line.includes('NO REASON'))).toEqual([]);
  expect(status).toBe(0);
}, 600_000);
