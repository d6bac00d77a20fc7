import * as fc from 'fast-check';
import { test } from 'vitest';
import { LAW_RUNS } from './law-runs.ts';

// Long, so that a law fails because it is wrong, not because the machine is busy.
const TIMEOUT = 15_000 + LAW_RUNS * 20;

/**
 * A test that tries a law on drawn values. A failure prints the smallest counterexample and the seed to repeat it.
 */
export const law = <Values extends [unknown, ...unknown[]]>(
  sentence: string,
  drawn: { readonly [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  holds: (...values: Values) => boolean | void,
): void => {
  // oxlint-disable-next-line vitest/valid-title -- the sentence is the title
  test(sentence, { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(fc.tuple<Values>(...drawn), (values) => holds(...values)),
      { numRuns: LAW_RUNS },
    );
  });
};
