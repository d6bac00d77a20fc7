import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { RULES } from './rules.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

test('each rule has a mutant that breaks it', () => {
  const broken = new Set(MUTANTS.map(({ rule }) => rule));
  expect(RULES.filter((rule) => !broken.has(rule))).toEqual([]);
});

test.each(MUTANTS.flatMap(({ rule, changes }) => changes.map((change) => [rule, change] as const)))(
  'the mutant of "%s" changes code that is there',
  (_, { file, before }) => {
    expect(readFileSync(SOURCE + file, 'utf8')).toContain(before);
  },
);
