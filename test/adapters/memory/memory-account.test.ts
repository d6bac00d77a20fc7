import { describe, expect, test } from 'vitest';

import { MemoryAccountApi } from '../../../src/adapters/memory/memory-account.ts';
import { MemoryAuth } from '../../../src/adapters/memory/session/memory-auth.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryUserPool } from '../../../src/adapters/memory/session/memory-user-pool.ts';
import type { Device } from '../../../src/ports/account.ts';

const LISTENER = { email: 'wren@listener.test', password: 'Listen-2026!', name: 'Wren' };
const NUMBER = '+15551000000';
const DONE = { ok: true, value: undefined };
const ON = { isOn: true, isPreferred: true };

const signedIn = async () => {
  const clock = new MemoryClock();
  const pool = new MemoryUserPool(clock, [LISTENER]);
  const auth = new MemoryAuth(pool, new MemoryKeyValueStore(), clock);
  const account = new MemoryAccountApi(pool, auth);
  await auth.signIn(LISTENER);
  const detailsOf = async () => {
    const details = await account.details();
    if (!details.ok) throw new Error(details.error.message);
    return details.value;
  };
  const codeFor = (destination: string) => pool.codeFor(destination) ?? '';
  return { account, auth, clock, codeFor, detailsOf, pool };
};

/** Signed in, with a verified number and an authenticator, both turned on. */
const withBothFactors = async () => {
  const fixture = await signedIn();
  const { account, codeFor } = fixture;
  await account.updateAttributes({ phone_number: NUMBER });
  await account.verify({ contact: 'phone_number', code: codeFor(NUMBER) });
  await account.confirmAuthenticator({ code: account.authenticatorCode, deviceName: '' });
  expect(await account.setSecondFactors({ authenticator: { ...ON, isPreferred: false }, sms: ON })).toEqual(
    DONE,
  );
  return fixture;
};

const device = (key: string): Device => ({
  key,
  name: '',
  isRemembered: false,
  isThisOne: false,
  lastUsedAt: null,
});

describe('details in memory', () => {
  test('are not returned without the scope', async () => {
    const { account } = await signedIn();
    account.hasAdminScope = false;
    expect(await account.details()).toEqual({
      ok: false,
      error: {
        kind: 'not-permitted',
        message: 'This session may not see what the sign-in service holds about you.',
      },
    });
  });

  test('are unreachable if the session cannot be renewed', async () => {
    const { account, clock, pool } = await signedIn();
    clock.advance(pool.lifetime);
    pool.isUnreachable = true;
    expect(await account.details()).toEqual({
      ok: false,
      error: { kind: 'unreachable', message: 'Network Error' },
    });
  });

  test('have a phone number after it was verified', async () => {
    const { account, codeFor, detailsOf } = await signedIn();
    await account.updateAttributes({ phone_number: ` ${NUMBER} ` });
    expect((await detailsOf()).phoneNumber).toBeNull();
    await account.verify({ contact: 'phone_number', code: ` ${codeFor(NUMBER)} ` });
    expect((await detailsOf()).phoneNumber).toEqual({ value: NUMBER, isVerified: true });
  });
});

describe('attributes in memory', () => {
  test('a new name is stored in the account', async () => {
    const { account, pool } = await signedIn();
    await account.updateAttributes({ name: 'Wren Okoro' });
    expect(pool.account(LISTENER.email)).toEqual({ ...LISTENER, name: 'Wren Okoro' });
    await account.updateAttributes({ locale: 'en' });
    expect(pool.account(LISTENER.email)).toEqual({ ...LISTENER, name: 'Wren Okoro' });
  });

  test('no code is sent for an unchanged value', async () => {
    const { account, codeFor } = await signedIn();
    expect(await account.updateAttributes({ email: ` ${LISTENER.email} ` })).toEqual({
      ok: true,
      value: { codeSent: [] },
    });
    await account.updateAttributes({ phone_number: NUMBER });
    await account.verify({ contact: 'phone_number', code: codeFor(NUMBER) });
    expect(await account.updateAttributes({ phone_number: NUMBER, locale: 'en' })).toEqual({
      ok: true,
      value: { codeSent: [] },
    });
  });

  test.each([
    '5551000000',
    '+1555',
    '+1555100000000000',
    'a+15551000000',
    '+15551000000b',
    '+1 555 100 0000',
  ])('%j is not a phone number', async (number) => {
    const { account } = await signedIn();
    expect(await account.updateAttributes({ phone_number: number })).toEqual({
      ok: false,
      error: { kind: 'invalid-input', message: 'Invalid phone number format.', field: 'phone-number' },
    });
  });

  test('a new address keeps the number, and its code does not verify the address', async () => {
    const { account, codeFor, detailsOf } = await signedIn();
    await account.updateAttributes({ phone_number: NUMBER });
    await account.verify({ contact: 'phone_number', code: codeFor(NUMBER) });
    const email = 'another@listener.test';
    await account.updateAttributes({ email });
    expect(await account.verify({ contact: 'email', code: codeFor(NUMBER) })).toMatchObject({ ok: false });
    expect(await account.verify({ contact: 'email', code: codeFor(email) })).toEqual(DONE);
    expect(await detailsOf()).toMatchObject({ email: { value: email }, phoneNumber: { value: NUMBER } });
  });

  test('no code verifies a missing number', async () => {
    const { account, pool } = await signedIn();
    pool.sendCode('undefined');
    expect(await account.verify({ contact: 'phone_number', code: '100001' })).toEqual({
      ok: false,
      error: {
        kind: 'refused',
        message: 'Invalid verification code provided, please try again.',
        field: 'code',
      },
    });
  });

  test('another code is sent to the number', async () => {
    const { account, codeFor } = await signedIn();
    await account.updateAttributes({ phone_number: NUMBER });
    await account.verify({ contact: 'phone_number', code: codeFor(NUMBER) });
    const before = codeFor(NUMBER);
    expect(await account.sendCode('phone_number')).toEqual(DONE);
    expect(codeFor(NUMBER)).not.toBe(before);
    expect(codeFor(LISTENER.email)).toBe('');
    await account.verify({ contact: 'phone_number', code: codeFor(NUMBER) });
  });

  test('no code is sent without a number', async () => {
    const { account, pool } = await signedIn();
    expect(await account.sendCode('phone_number')).toEqual(DONE);
    expect(pool.codeFor('')).not.toBeNull();
  });
});

describe('second factors in memory', () => {
  test('a preferred factor stays preferred until another one is, or it is turned off', async () => {
    const { account, detailsOf } = await withBothFactors();
    const factors = async () => {
      const { secondFactors } = await detailsOf();
      return secondFactors;
    };
    expect(await factors()).toEqual({ enabled: ['authenticator', 'sms'], preferred: 'sms' });
    await account.setSecondFactors({ authenticator: { isOn: true, isPreferred: false } });
    expect(await factors(), 'when the other factor is preferred').toEqual({
      enabled: ['authenticator', 'sms'],
      preferred: 'sms',
    });
    await account.setSecondFactors({ authenticator: ON });
    expect(await factors()).toEqual({ enabled: ['authenticator', 'sms'], preferred: 'authenticator' });
    await account.setSecondFactors({ authenticator: { isOn: true, isPreferred: false } });
    expect(await factors(), 'when this factor is no longer preferred').toEqual({
      enabled: ['authenticator', 'sms'],
      preferred: null,
    });
  });

  test('the authenticator stays on when the number is removed', async () => {
    const { account, detailsOf } = await withBothFactors();
    await account.setSecondFactors({ authenticator: ON });
    await account.removePhoneNumber();
    expect((await detailsOf()).secondFactors).toEqual({
      enabled: ['authenticator'],
      preferred: 'authenticator',
    });
  });

  test('are not turned on without a number or an authenticator', async () => {
    const { account } = await signedIn();
    expect(await account.setSecondFactors({ authenticator: ON })).toEqual({
      ok: false,
      error: { kind: 'invalid-input', message: 'User has not verified software token mfa' },
    });
    expect(await account.setSecondFactors({ sms: ON })).toEqual({
      ok: false,
      error: {
        kind: 'invalid-input',
        message: 'User does not have delivery config set to turn on SMS_MFA',
      },
    });
  });

  test("an authenticator's code may have spaces around it, and a wrong one has a message", async () => {
    const { account } = await signedIn();
    const deviceName = 'Pocket';
    expect(await account.confirmAuthenticator({ code: '1', deviceName })).toEqual({
      ok: false,
      error: { kind: 'refused', message: 'Code mismatch', field: 'code' },
    });
    const code = ` ${account.authenticatorCode} `;
    expect(await account.confirmAuthenticator({ code, deviceName })).toEqual(DONE);
    expect(await account.newAuthenticator()).toEqual({ ok: true, value: { secret: 'JBSWY3DPEHPK3PXP' } });
  });
});

describe('passwords in memory', () => {
  test('need 8 characters', async () => {
    const { account } = await signedIn();
    const { password } = LISTENER;
    expect(await account.changePassword({ password: 'x', newPassword: '12345678' })).toEqual({
      ok: false,
      error: { kind: 'refused', message: 'Incorrect username or password.', field: 'password' },
    });
    expect(await account.changePassword({ password, newPassword: '1234567' })).toEqual({
      ok: false,
      error: {
        kind: 'invalid-input',
        message: 'Password does not conform to policy: Password not long enough',
        field: 'new-password',
      },
    });
    expect(await account.changePassword({ password, newPassword: '12345678' })).toEqual(DONE);
  });
});

describe('devices in memory', () => {
  test('are none before a seed, and are listed after the given one', async () => {
    const { account } = await signedIn();
    expect(await account.devices(null)).toEqual({ ok: true, value: { devices: [], next: null } });
    account.seedDevices(LISTENER.email, [device('a'), device('b'), device('c')]);
    expect(await account.devices('a')).toEqual({
      ok: true,
      value: { devices: [device('b'), device('c')], next: null },
    });
  });

  test('are seeded without changing other data', async () => {
    const { account, detailsOf } = await withBothFactors();
    account.seedDevices(LISTENER.email, [device('a')]);
    expect((await detailsOf()).phoneNumber).toEqual({ value: NUMBER, isVerified: true });
  });

  test('fail in a pool that does not track them', async () => {
    const { account } = await signedIn();
    account.tracksDevices = false;
    expect(await account.devices(null)).toEqual({
      ok: false,
      error: {
        kind: 'not-configured',
        message: 'Device tracking has not been configured in this User Pool',
      },
    });
  });
});

test('a deleted account leaves nothing for a new account with the same address', async () => {
  const { account, auth, detailsOf, pool } = await withBothFactors();
  await account.deleteAccount();
  auth.accountDeleted();
  pool.keep(LISTENER);
  await auth.signIn(LISTENER);
  expect((await detailsOf()).phoneNumber).toBeNull();
});
