import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  preferring,
  SECOND_FACTORS,
  turnedOff,
  turnedOn,
  wishesFor,
} from '../../../src/domain/account/second-factors.ts';
import type { SecondFactors } from '../../../src/domain/account/second-factors.ts';
import { law } from '../laws.ts';

const aFactor = () => fc.constantFrom(...SECOND_FACTORS);

/** Whatever a service may say: one factor preferred of those that are on, or none. */
const someFactors = (): fc.Arbitrary<SecondFactors> =>
  fc
    .subarray([...SECOND_FACTORS])
    .chain((enabled) =>
      fc.record({ enabled: fc.constant(enabled), preferred: fc.constantFrom(null, ...enabled) }),
    );

const aChange = () => fc.constantFrom(turnedOn, turnedOff, preferring);

describe('second factors', () => {
  law(
    'never is one preferred that is off',
    [someFactors(), aFactor(), aChange()],
    (before, factor, change) => {
      const { enabled, preferred } = change(before, factor);
      expect(preferred === null || enabled.includes(preferred)).toBe(true);
    },
  );

  law(
    'a factor that is turned on is on, and the others stay as they are',
    [someFactors(), aFactor()],
    (before, factor) => {
      const { enabled } = turnedOn(before, factor);
      expect(enabled).toContain(factor);
      expect(enabled.filter((each) => each !== factor)).toEqual(
        before.enabled.filter((each) => each !== factor),
      );
    },
  );

  law('the only factor that is on after another went is preferred', [aFactor()], (gone) => {
    const both = { enabled: SECOND_FACTORS, preferred: gone };
    expect(turnedOff(both, gone).preferred).toBe(SECOND_FACTORS.find((each) => each !== gone));
  });

  law('turning on and off again leaves what was off, off', [someFactors(), aFactor()], (before, factor) => {
    expect(turnedOff(turnedOn(before, factor), factor).enabled).not.toContain(factor);
  });

  law(
    'wishes carried out lead to the setting that was wished for',
    [someFactors(), someFactors()],
    (before, after) => {
      const wishes = wishesFor(before, after);
      const enabled = SECOND_FACTORS.filter((each) => wishes[each]?.isOn ?? before.enabled.includes(each));
      const preferred = enabled.find((each) => wishes[each]?.isPreferred === true) ?? null;
      expect({ enabled, preferred }).toEqual(after);
    },
  );
});
