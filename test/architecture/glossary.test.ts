import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|enum|function|interface|type) (\w+)/gmu;

const namesIn = (source: string): readonly string[] =>
  [...source.matchAll(EXPORTED)].map(([, name = '']) => name);

const exported = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .flatMap((name) => namesIn(readFileSync(join('src', name), 'utf8'))),
);

/** The names in backticks in the last column of each row. */
const named = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`(\w+)`/gu)].map(([, name = '']) => name));

test(`each of the ${named.length} code names in the glossary is exported in src`, () => {
  expect(named.filter((name) => !exported.has(name))).toEqual([]);
});

test(`the glossary was compared with the ${exported.size} exported names`, () => {
  expect(named.length).toBeGreaterThanOrEqual(60);
  expect(exported.size).toBeGreaterThanOrEqual(500);
});
