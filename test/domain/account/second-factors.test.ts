// Proves ACC-25, ACC-26.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  preferring,
  SECOND_FACTORS,
  turnedOff,
  turnedOn,
  wishesFor,
} from '../../../src/domain/account/second-factors.ts';
import type { SecondFactors } from '../../../src/domain/account/second-factors.ts';
import { law } from '../laws.ts';

const aFactor = () => fc.constantFrom('authenticator', 'sms' as const);

/** Any response of the service: one of the factors that are on is preferred, or none. */
const someFactors = (): fc.Arbitrary<SecondFactors> =>
  fc
    .subarray([...SECOND_FACTORS])
    .chain((enabled) =>
      fc.record({ enabled: fc.constant(enabled), preferred: fc.constantFrom(null, ...enabled) }),
    );

const aChange = () => fc.constantFrom(turnedOn, turnedOff, preferring);

describe('second factors', () => {
  law(
    'a factor that is off is never preferred',
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

  law('the only remaining factor is preferred after the other was turned off', [aFactor()], (gone) => {
    const both = { enabled: SECOND_FACTORS, preferred: gone };
    expect(turnedOff(both, gone).preferred).toBe(SECOND_FACTORS.find((each) => each !== gone));
  });

  law('a factor that is turned on and off again is off', [someFactors(), aFactor()], (before, factor) => {
    expect(turnedOff(turnedOn(before, factor), factor).enabled).not.toContain(factor);
  });

  law(
    'the changes between two settings lead from one to the other',
    [someFactors(), someFactors()],
    (before, after) => {
      const wishes = wishesFor(before, after);
      const enabled = SECOND_FACTORS.filter((each) => wishes[each]?.isOn ?? before.enabled.includes(each));
      const preferred = enabled.find((each) => wishes[each]?.isPreferred === true) ?? null;
      expect({ enabled, preferred }).toEqual(after);
    },
  );
});

describe('the preferred factor', () => {
  test('lists the authenticator before codes by SMS', () => {
    expect(SECOND_FACTORS).toEqual(['authenticator', 'sms']);
  });

  test('is the first factor that is turned on', () => {
    const off: SecondFactors = { enabled: [], preferred: null };
    expect(turnedOn(off, 'sms')).toEqual({ enabled: ['sms'], preferred: 'sms' });
  });

  test('does not change when another factor is turned on or off', () => {
    const sms: SecondFactors = { enabled: ['sms'], preferred: 'sms' };
    const both: SecondFactors = { enabled: ['authenticator', 'sms'], preferred: 'sms' };
    expect(turnedOn(sms, 'authenticator')).toEqual(both);
    expect(turnedOff(both, 'authenticator')).toEqual(sms);
  });

  test('does not change when a factor that is off is turned off', () => {
    const open: SecondFactors = { enabled: ['sms'], preferred: null };
    expect(turnedOff(open, 'authenticator')).toEqual(open);
  });

  test('stays open when another factor is turned on while none is preferred', () => {
    const open: SecondFactors = { enabled: ['sms'], preferred: null };
    expect(turnedOn(open, 'authenticator').preferred).toBeNull();
  });

  test('a change names only factors that are on before or after', () => {
    const off: SecondFactors = { enabled: [], preferred: null };
    const sms: SecondFactors = { enabled: ['sms'], preferred: 'sms' };
    expect(wishesFor(off, sms)).toEqual({ sms: { isOn: true, isPreferred: true } });
    expect(wishesFor(sms, off)).toEqual({ sms: { isOn: false, isPreferred: false } });
  });
});
