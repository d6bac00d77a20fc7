// Proves ACC-23.
import { URI } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_TOTP_DEVICE,
  otpauthAddress,
  readableSecret,
} from '../../../src/domain/account/authenticator.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';

describe('an authenticator app', () => {
  test('reads secret, product and account from the address, whatever characters they have', () => {
    const address = otpauthAddress(SECRET, 'Hark & Söhne: Audio', 'ada+listens@listener.test');
    const read = URI.parse(address);
    expect(read.secret.base32).toBe(SECRET);
    // The format does not allow a colon.
    expect(read.issuer).toBe('Hark & Söhne Audio');
    expect(read.label).toBe('ada+listens@listener.test');
  });

  test('reads an account with half a surrogate pair, which no address can encode', () => {
    const read = URI.parse(otpauthAddress(SECRET, 'Hark', 'ada\uD83C@listener.test'));
    expect(read.label).toBe('ada\uFFFD@listener.test');
  });

  test('shows its secret in groups of four', () => {
    expect(readableSecret(`${SECRET}AB`)).toBe('JBSW Y3DP EHPK 3PXP AB');
    expect(readableSecret('')).toBe('');
  });

  test('has a default name', () => {
    expect(DEFAULT_TOTP_DEVICE).toBe('My TOTP device');
  });
});
