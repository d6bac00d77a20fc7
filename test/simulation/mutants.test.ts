import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

test.each(MUTANTS.flatMap(({ rule, changes }) => changes.map((change) => [rule, change] as const)))(
  'the mutant of "%s" changes code that is there',
  (_, { file, before }) => {
    expect(readFileSync(SOURCE + file, 'utf8')).toContain(before);
  },
);
