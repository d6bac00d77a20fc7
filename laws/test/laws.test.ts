import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAW_RUNS } from '../law-runs.ts';
import { law } from '../laws.ts';

let tried = 0;

law('a value is drawn from each generator', [fc.integer(), fc.boolean()], (number, flag) => {
  tried += 1;
  expect([typeof number, typeof flag]).toEqual(['number', 'boolean']);
});

test('a law is tried as often as the environment says', () => {
  expect(tried).toBe(LAW_RUNS);
});
