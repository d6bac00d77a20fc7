import * as fc from 'fast-check';
import { test } from 'vitest';
import { LAW_RUNS } from './law-runs.ts';

// Generous: a law is to fail because it is wrong, not because the machine is busy.
const TIMEOUT = 15_000 + LAW_RUNS * 20;

/**
 * A sentence that holds for whatever `drawn` draws. A failure prints the smallest counterexample that was
 * found, and the seed to draw it again.
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
