import Original from 'amazon-cognito-identity-js/lib/BigInteger.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import BigInteger from '../../../src/adapters/cognito/big-integer.ts';

const digits = fc.bigInt({ min: 0n, max: 2n ** 512n }).map((value) => value.toString(16));
/** The original takes powers of odd moduli alone; the library's one is a prime. */
const odd = fc.bigInt({ min: 1n, max: 2n ** 512n }).map((value) => (2n * value + 1n).toString(16));
const both = (number: string) => ({ ours: new BigInteger(number), theirs: new Original(number, 16) });

describe('numbers of any length, as the sign-in library reckons with them', () => {
  test('add, subtract, multiply and compare as the original does', () => {
    fc.assert(
      fc.property(digits, digits, (one, other) => {
        const a = both(one);
        const b = both(other);
        for (const operation of ['add', 'subtract', 'multiply'] as const) {
          const [ours, theirs] = [a.ours[operation](b.ours), a.theirs[operation](b.theirs)];
          expect(ours.toString(16)).toBe(theirs.toString(16));
          expect(ours.abs().toString(16)).toBe(theirs.abs().toString(16));
          expect(Math.sign(ours.compareTo(BigInteger.ZERO))).toBe(Math.sign(theirs.compareTo(Original.ZERO)));
        }
        expect(a.ours.equals(b.ours)).toBe(a.theirs.equals(b.theirs));
        expect(a.ours.add(BigInteger.ONE).equals(a.ours)).toBe(false);
      }),
    );
  });

  test('leave the same remainders, of powers and below zero too', () => {
    fc.assert(
      fc.property(digits, digits, digits, odd, (one, other, exponent, modulus) => {
        const ours = new BigInteger(one).subtract(new BigInteger(other));
        const theirs = new Original(one, 16).subtract(new Original(other, 16));
        const [m, n] = [new BigInteger(modulus), new Original(modulus, 16)];
        expect(ours.mod(m).toString(16)).toBe(theirs.mod(n).toString(16));
        let ourPower: string | undefined;
        ours.modPow(new BigInteger(exponent), m, (error, power) => {
          ourPower = error ?? power.toString(16);
        });
        expect(ourPower).toBe(theirs.modPow(new Original(exponent, 16), n, () => undefined).toString(16));
      }),
      { numRuns: 25 },
    );
  });

  test('read what is no number as zero, which the library refuses', () => {
    for (const nothing of ['', 'xyz', '-1', '12 34']) {
      expect(new BigInteger(nothing).equals(BigInteger.ZERO), nothing).toBe(true);
    }
  });
});
