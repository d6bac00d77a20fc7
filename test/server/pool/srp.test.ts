import { describe, expect, it } from 'vitest';
import {
  agree,
  matchesPassword,
  modPow,
  padded,
  PRIME,
  readClientPublic,
  recordPassword,
} from '../../../server/pool/srp/srp.ts';

const identity = { realm: 'Embedded01', id: 'ada' };

describe('the SRP group', () => {
  it('computes the same powers as plain arithmetic', () => {
    const plain = (base: bigint, exponent: bigint): bigint => {
      let result = 1n;
      for (let bit = exponent, square = base; bit > 0n; bit >>= 1n, square = (square * square) % PRIME) {
        if (bit & 1n) result = (result * square) % PRIME;
      }
      return result;
    };
    const base = (PRIME / 7n) * 3n;
    for (const exponent of [1n, 2n, 255n, 256n, 2n ** 255n + 12345n, 2n ** 383n + 1n]) {
      expect(modPow(base, exponent)).toBe(plain(base, exponent));
      expect(modPow(2n, exponent)).toBe(plain(2n, exponent));
    }
  });

  it('writes numbers as signed big-endian bytes', () => {
    expect(padded(0x7fn).toString('hex')).toBe('7f');
    expect(padded(0x80n).toString('hex')).toBe('0080');
    expect(padded(0x100n).toString('hex')).toBe('0100');
    expect(padded(PRIME)).toHaveLength(385);
  });

  it('refuses the bases whose powers are not secret', () => {
    for (const base of [0n, 1n, PRIME - 1n, PRIME]) expect(() => modPow(base, 5n)).toThrow(RangeError);
  });
});

describe('a password proof', () => {
  it('refuses a public value that is a multiple of the prime or not a number', () => {
    const hex = (value: bigint): string => value.toString(16);
    for (const hostile of ['0', '00', hex(PRIME), hex(PRIME * 2n), '', '-1', 'xyz', 'f'.repeat(5000)]) {
      expect(readClientPublic(hostile), hostile.slice(0, 20)).toBeUndefined();
    }
    expect(readClientPublic(hex(PRIME - 1n))).toBe(PRIME - 1n);
  });

  it('never returns the same public value twice', async () => {
    const record = await recordPassword(identity, 'a password');
    const [first, second] = await Promise.all([agree(12345n, record), agree(12345n, record)]);
    expect(first.serverPublic).not.toBe(second.serverPublic);
  });

  it('recognises the recorded password, and only that one', async () => {
    const record = await recordPassword(identity, 'a password');
    expect(await matchesPassword(identity, 'a password', record)).toBe(true);
    expect(await matchesPassword(identity, 'A password', record)).toBe(false);
    expect(await matchesPassword({ ...identity, id: 'bob' }, 'a password', record)).toBe(false);
    expect(await recordPassword(identity, 'a password')).not.toEqual(record);
  });
});
