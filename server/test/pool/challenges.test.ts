import { AuthenticationDetails } from 'amazon-cognito-identity-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeMessage } from '../../mail/write-message.ts';
import {
  PRIME,
  agree,
  matchesPassword,
  modPow,
  padded,
  readClientPublic,
  recordPassword,
} from '../../pool/srp/srp.ts';
import { type SignInOutcome, beginProof, signIn, step, userOf, wire } from './client.ts';
import { CLIENT_ID, PASSWORD, type RunningPool, codeFor, runPool } from './harness.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
// The client library computes half a second for each sign-in.
vi.setConfig({ testTimeout: 60_000 });

let running: RunningPool;

beforeAll(async () => {
  running = await runPool({ passwordlessSignIn: true });
});

afterAll(async () => {
  await running.close();
});

async function begin(email: string, extra: object, flow = 'USER_SRP_AUTH'): Promise<SignInOutcome> {
  await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD, ...extra });
  const user = userOf(running.endpoint, email);
  user.setAuthenticationFlowType(flow);
  return signIn(user, PASSWORD);
}

const sendCode = ({ user }: SignInOutcome, code: string, type?: string): Promise<SignInOutcome> =>
  step(user, (callbacks) => user.sendMFACode(code, callbacks, type));

describe('second factors', () => {
  it('asks for a code sent by SMS', async () => {
    const email = 'sms@listener.test';
    const asked = await begin(email, { smsNumber: '+15550001234' });
    expect(asked).toMatchObject({
      kind: 'sms',
      parameters: {
        CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
        CODE_DELIVERY_DESTINATION: '+*******1234',
      },
    });
    const code = await codeFor(running.pool, email, 'sms-mfa');
    expect(running.log.at(-1)).toContain(code);
    await expect(sendCode(asked, 'wrong')).rejects.toMatchObject({
      code: 'CodeMismatchException',
      message: 'Invalid code or auth state for the user.',
    });
    await expect(sendCode(asked, code)).resolves.toMatchObject({ kind: 'session' });
    await expect(sendCode(asked, code)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Invalid session for the user, session can only be used once.',
    });
  });

  it('ends a challenge after three minutes', async () => {
    const asked = await begin('late@listener.test', { smsNumber: '+15550001234' });
    const code = await codeFor(running.pool, 'late@listener.test', 'sms-mfa');
    running.clock.advance(181);
    await expect(sendCode(asked, code)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    });
  });

  it('lets a listener with two factors choose, unless one is preferred', async () => {
    const email = 'both@listener.test';
    const choose = await begin(email, { smsNumber: '+15550001234', totpSecret: SECRET });
    expect(choose).toMatchObject({ kind: 'select-mfa' });
    const select = (response: string): Promise<SignInOutcome> =>
      step(choose.user, (callbacks) => choose.user.sendMFASelectionAnswer(response, callbacks));
    await expect(select('CARRIER_PIGEON')).rejects.toMatchObject({ code: 'InvalidParameterException' });
    const asked = await select('SOFTWARE_TOKEN_MFA');
    expect(asked.kind).toBe('totp');
    const code = (await running.pool.totpFor(email)) ?? '';
    await expect(sendCode(asked, code, 'SOFTWARE_TOKEN_MFA')).resolves.toMatchObject({ kind: 'session' });

    const preferred = await begin('preferred@listener.test', {
      smsNumber: '+15550001234',
      totpSecret: SECRET,
      preferredMfa: 'SMS_MFA',
    });
    expect(preferred.kind).toBe('sms');
  });

  it('continues from a new password to the second factor', async () => {
    const asked = await begin('twice@listener.test', {
      state: 'new-password-required',
      smsNumber: '+15550001234',
    });
    expect(asked.kind).toBe('new-password');
    const next = await step(asked.user, (callbacks) =>
      asked.user.completeNewPasswordChallenge('a new password', {}, callbacks),
    );
    expect(next.kind).toBe('sms');
  });
});

describe('the custom challenge', () => {
  const response = ({ user }: SignInOutcome, given: string): Promise<SignInOutcome> =>
    step(user, (callbacks) => user.sendCustomChallengeAnswer(given, callbacks));

  it('ends the sign-in at the third wrong response', async () => {
    const asked = await begin('thrice@listener.test', {}, 'CUSTOM_AUTH');
    await response(asked, 'wrong');
    await response(asked, 'wrong');
    await expect(response(asked, 'wrong')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  });

  it('follows CUSTOM_AUTH, with or without a password, and no other flow', async () => {
    const email = 'flow@listener.test';
    const first = await begin(email, {}, 'CUSTOM_AUTH');
    expect(first.kind).toBe('custom');
    expect((await begin(email, {})).kind).toBe('session');
    await expect(
      response(first, await codeFor(running.pool, email, 'custom-challenge')),
    ).resolves.toMatchObject({ kind: 'session' });

    const alone = userOf(running.endpoint, email);
    const second = await step(alone, (callbacks) =>
      alone.initiateAuth(new AuthenticationDetails({ Username: email }), callbacks),
    );
    expect(second.kind).toBe('custom');
    await expect(
      response(second, await codeFor(running.pool, email, 'custom-challenge')),
    ).resolves.toMatchObject({ kind: 'session' });
  });

  it('comes after the password only if the client requests that step', async () => {
    const email = 'step@listener.test';
    await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD });
    const initiate = (more: object) =>
      wire(running.endpoint, 'InitiateAuth', {
        AuthFlow: 'CUSTOM_AUTH',
        ClientId: CLIENT_ID,
        AuthParameters: { USERNAME: email, ...more },
      });
    expect((await initiate({ SRP_A: 'a1b2' })).body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' });
    expect((await initiate({ CHALLENGE_NAME: 'SRP_A', SRP_A: 'a1b2' })).body).toMatchObject({
      ChallengeName: 'PASSWORD_VERIFIER',
    });
    expect((await initiate({ CHALLENGE_NAME: 'SRP_A' })).body).toMatchObject({
      __type: 'InvalidParameterException',
      message: 'Missing required parameter SRP_A',
    });
  });

  it('refuses a password alone, and the code of another sign-in', async () => {
    const email = 'both-proofs@listener.test';
    await running.pool.ensureUser({ email, name: 'Ada', password: PASSWORD });
    const wrong = userOf(running.endpoint, email);
    wrong.setAuthenticationFlowType('CUSTOM_AUTH');
    await expect(signIn(wrong, 'not the password')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
    const { claim } = await beginProof(running.endpoint, email, PASSWORD, 'CUSTOM_AUTH');
    const proved = await wire(running.endpoint, 'RespondToAuthChallenge', claim);
    expect(proved.body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' });
    expect(proved.body).not.toHaveProperty('AuthenticationResult');
  });

  it('is the same for an unknown user, and never succeeds', async () => {
    const nobody = userOf(running.endpoint, 'nobody@listener.test');
    const asked = await step(nobody, (callbacks) =>
      nobody.initiateAuth(new AuthenticationDetails({ Username: 'nobody@listener.test' }), callbacks),
    );
    expect(asked).toMatchObject({ kind: 'custom', parameters: { destination: 'n***@l***' } });
    expect((await response(asked, 'wrong')).kind).toBe('custom');
    expect(running.log.some((line) => line.includes('nobody@listener.test'))).toBe(false);
  });
});

describe('a sign-in with a code instead of the password', () => {
  const ask = (at: RunningPool, email: string, more: object = {}) =>
    wire(at.endpoint, 'InitiateAuth', {
      AuthFlow: 'CUSTOM_AUTH',
      ClientId: CLIENT_ID,
      AuthParameters: { USERNAME: email, ...more },
    });

  it('is refused unless the provider allows it; the code after the password is not (SES-103)', async () => {
    const usual = await runPool();
    const email = 'usual@listener.test';
    await usual.pool.ensureUser({ email, name: 'Ada', password: PASSWORD });
    for (const name of [email, 'nobody@listener.test']) {
      expect((await ask(usual, name)).body).toMatchObject({
        __type: 'InvalidParameterException',
        message: 'CUSTOM_AUTH flow without a password not enabled for this client',
      });
    }
    expect(await usual.pool.codesFor(email)).toEqual([]);
    const { claim } = await beginProof(usual.endpoint, email, PASSWORD, 'CUSTOM_AUTH');
    const proved = await wire(usual.endpoint, 'RespondToAuthChallenge', claim);
    expect(proved.body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' });
    await usual.close();
  });

  it('has a mail that does not say that somebody knows the password (SES-103)', async () => {
    const mails: { readonly kind: string; readonly to: string }[] = [];
    const mailed = await runPool({
      passwordlessSignIn: true,
      mail: async (_transaction, { kind, to }) => {
        mails.push({ kind, to });
        return Promise.resolve();
      },
    });
    const email = 'mailed@listener.test';
    await mailed.pool.ensureUser({ email, name: 'Ada', password: PASSWORD });
    await ask(mailed, email);
    const { claim } = await beginProof(mailed.endpoint, email, PASSWORD, 'CUSTOM_AUTH');
    await wire(mailed.endpoint, 'RespondToAuthChallenge', claim);
    expect(mails).toEqual([
      { kind: 'passwordless-sign-in', to: email },
      { kind: 'sign-in', to: email },
    ]);
    const written = writeMessage({ kind: 'passwordless-sign-in', fields: { code: '123456' } }, 'Hark').text;
    expect(written).toContain('Nothing happens without the code.');
    expect(written).not.toMatch(/password/iu);
    await mailed.close();
  });
});

describe('an unfinished challenge', () => {
  it('ends when the account ends', async () => {
    const email = 'gone@listener.test';
    const asked = await begin(email, { smsNumber: '+15550001234' });
    const code = await codeFor(running.pool, email, 'sms-mfa');
    await running.pool.disableUser(email);
    await expect(sendCode(asked, code)).rejects.toMatchObject({ message: 'User is disabled.' });
    await running.pool.deleteUser(email);
    // Nothing of the account is stored any more, so nobody learns that it existed.
    await expect(sendCode(asked, code)).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Invalid session for the user.',
    });
  });
});

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
