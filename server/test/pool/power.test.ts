import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modPow, PRIME } from '../../pool/srp/srp.ts';

function slowPower(base: bigint, exponent: bigint): bigint {
  let power = 1n;
  for (const digit of exponent.toString(2)) {
    power = (power * power) % PRIME;
    if (digit === '1') power = (power * base) % PRIME;
  }
  return power;
}

// Every Node computes powers of all bases: also of those outside the subgroup, which a wrong password leads to.
test('a power is the same as by multiplication, for every base and exponent', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 2n, max: PRIME - 2n }),
      fc.oneof(
        fc.constantFrom(0n, 1n, 2n, PRIME - 1n, PRIME, PRIME + 5n),
        fc.bigInt({ min: 0n, max: 2n ** 1100n }),
      ),
      (base, exponent) => {
        expect(modPow(base, exponent)).toBe(slowPower(base, exponent));
      },
    ),
    { numRuns: 20 },
  );
});

test.each([0n, 1n, PRIME - 1n, PRIME, -1n])('the base %s is refused', (base) => {
  expect(() => modPow(base, 3n)).toThrow(RangeError);
});
