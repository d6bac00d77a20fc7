import { URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_TOTP_DEVICE,
  otpauthAddress,
  readableSecret,
} from '../../../src/domain/account/authenticator.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';

describe('an authenticator app', () => {
  test('reads secret, product and account from the address, whatever characters they hold', () => {
    const address = otpauthAddress(SECRET, 'Hark & Söhne: Audio', 'ada+listens@listener.test');
    const read = URI.parse(address);
    expect(read.secret.base32).toBe(SECRET);
    // The format has no place for a colon.
    expect(read.issuer).toBe('Hark & Söhne Audio');
    expect(read.label).toBe('ada+listens@listener.test');
  });

  test('reads an account that holds half a pair of surrogates, which no address can', () => {
    const read = URI.parse(otpauthAddress(SECRET, 'Hark', 'ada\uD83C@listener.test'));
    expect(read.label).toBe('ada\uFFFD@listener.test');
  });

  test('is typed its secret in groups of four', () => {
    expect(readableSecret(`${SECRET}AB`)).toBe('JBSW Y3DP EHPK 3PXP AB');
    expect(readableSecret('')).toBe('');
  });

  test('has a name when nobody gave it one', () => {
    expect(DEFAULT_TOTP_DEVICE).toBe('My TOTP device');
  });
});
