import * as library from 'amazon-cognito-identity-js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CognitoAuth } from '../../../src/adapters/cognito/cognito-auth.ts';
import { signInOnceConfirmed } from '../../../src/adapters/cognito/sign-in/sign-in-client.ts';
import { SignInFlow } from '../../../src/adapters/cognito/sign-in/sign-in-flow.ts';
import { UserPool } from '../../../src/adapters/cognito/user-pool.ts';
import { vendorExchange } from '../../../src/adapters/cognito/vendor/vendor-client.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { AuthFailure, SignInStep } from '../../../src/ports/auth.ts';

type Callbacks = Partial<library.IAuthenticationCallback>;

/** A pool that asks for a new password with these attributes, and refuses it with `refusal`. */
const challengedSignIn = async (stored: unknown, required: unknown, refusal: Error | null = null) => {
  const sent: unknown[] = [];
  class AskingUser extends library.CognitoUser {
    override authenticateUser(_details: unknown, callbacks: Callbacks): void {
      callbacks.newPasswordRequired?.(stored, required);
    }

    override completeNewPasswordChallenge(
      _password: string,
      attributes: unknown,
      callbacks: Callbacks,
    ): void {
      sent.push(attributes);
      if (refusal !== null) callbacks.onFailure?.(refusal);
      else callbacks.customChallenge?.({});
    }
  }
  const exchange = async (Storage: library.ICognitoStorage) => {
    const Pool = new library.CognitoUserPool({ UserPoolId: 'us-west-2_P', ClientId: 'c', Storage });
    return vendorExchange(Pool, (Username) => new AskingUser({ Username, Pool, Storage }));
  };
  const keeper = { devices: () => [], signedIn: () => true };
  const flow = new SignInFlow({ exchange }, keeper, new MemoryClock(), new MemoryLog());
  const step = await flow.begin('wren@listener.test', 'temporary');
  if (!step.ok || step.value.kind !== 'challenge') throw new Error('there was no challenge');
  return { flow, sent, challenge: step.value.challenge };
};

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the attributes with a new password', () => {
  test('are those that the service requires, with their stored values, and never read-only ones (SES-11)', async () => {
    const { challenge } = await challengedSignIn({ email: 'a@b.c', family_name: 'Okafor', given_name: '' }, [
      'given_name',
      'family_name',
      'custom:genre',
      'sub',
      'email_verified',
    ]);
    expect(challenge).toEqual({
      kind: 'new-password-required',
      attributes: { given_name: '', family_name: 'Okafor', 'custom:genre': '' },
    });
  });

  test.each([[null], [undefined], ['given_name'], [[17]], [{}]])(
    'are none if %j is required',
    async (required) => {
      const { challenge, flow, sent } = await challengedSignIn(null, required);
      expect(challenge).toEqual({ kind: 'new-password-required', attributes: {} });
      await flow.respondWithNewPassword('Another-2026!', { name: 'not asked for' });
      expect(sent).toEqual([{}]);
    },
  );

  test('are sent trimmed, and only if they were required (SES-11)', async () => {
    const { flow, sent } = await challengedSignIn({ email: 'a@b.c' }, ['given_name']);
    await flow.respondWithNewPassword('Another-2026!', { given_name: ' Wren ', email: 'other@b.c' });
    expect(sent).toEqual([{ given_name: 'Wren' }]);
  });

  test.each([
    ['Invalid phone number format.', 'attribute:phone_number'],
    [
      'Attributes did not conform to the schema: custom:genre: String must be no longer',
      'attribute:custom:genre',
    ],
    ['Invalid attributes given, name is missing', 'attribute:name'],
    ["1 validation error detected: Value at 'password' failed to satisfy constraint", 'new-password'],
    ['Username is not valid', 'new-password'],
  ])('are named as the field for the message "%s"', async (message, field) => {
    const refusal = coded('InvalidParameterException', message);
    const { flow } = await challengedSignIn({}, ['name', 'phone_number', 'custom:genre'], refusal);
    const filled = { name: 'Wren', phone_number: '12', 'custom:genre': 'x' };
    expect(await flow.respondWithNewPassword('Another-2026!', filled)).toEqual({
      ok: false,
      error: { kind: 'invalid-input', message, field },
    });
  });

  test('are not named as the field for a refused password', async () => {
    const message = 'Password does not conform to policy: Password must not contain the name';
    const { flow } = await challengedSignIn({}, ['name'], coded('InvalidPasswordException', message));
    expect(await flow.respondWithNewPassword('Wren-2026!', { name: 'Wren' })).toMatchObject({
      error: { field: 'new-password' },
    });
  });
});

type Step = Result<SignInStep, AuthFailure>;

const SIGNED_IN: Step = ok({ kind: 'signed-in' });
const GIVEN_UP: Step = failed({ kind: 'refused', message: 'Please use your credentials to sign in' });
const refusedBy = (kind: AuthFailure['kind']): Step => failed({ kind, message: 'no' });
const UNCONFIRMED = refusedBy('unconfirmed');

/** A sign-in whose attempts end with the result of `attempt`. Counts the attempts that run at the same time. */
const waiting = (attempt: (poll: number, clock: MemoryClock) => Promise<Step>) => {
  const clock = new MemoryClock();
  const leaving = new AbortController();
  const seen = { polls: 0, underWay: 0, mostUnderWay: 0 };
  const poll = async (): Promise<Step> => {
    seen.polls += 1;
    seen.underWay += 1;
    seen.mostUnderWay = Math.max(seen.mostUnderWay, seen.underWay);
    const step = await attempt(seen.polls, clock);
    seen.underWay -= 1;
    return step;
  };
  return { clock, leaving, seen, outcome: signInOnceConfirmed(poll, clock, leaving.signal) };
};

describe('signInOnceConfirmed', () => {
  test('tries every 5 seconds until the sign-in succeeds (SES-55)', async () => {
    const { clock, seen, outcome } = waiting(async (poll) => (poll < 4 ? UNCONFIRMED : SIGNED_IN));
    await clock.advanceAsync(4999);
    expect(seen.polls).toBe(0);
    await clock.advanceAsync(15_000);
    expect(seen.polls).toBe(3);
    await clock.advanceAsync(1);
    expect(await outcome).toEqual(SIGNED_IN);
    await clock.advanceAsync(60_000);
    expect(seen.polls).toBe(4);
  });

  test('gives up after 3 minutes and asks for the credentials (SES-55)', async () => {
    const { clock, seen, outcome } = waiting(async () => UNCONFIRMED);
    await clock.advanceAsync(200_000);
    expect(await outcome).toEqual(GIVEN_UP);
    expect(seen.polls).toBe(36);
  });

  test.each(['unreachable', 'unknown'] as const)(
    'continues if the service is unreachable or has a fault: %s',
    async (kind) => {
      const { clock, outcome } = waiting(async (poll) => (poll < 3 ? refusedBy(kind) : SIGNED_IN));
      await clock.advanceAsync(15_000);
      expect(await outcome).toEqual(SIGNED_IN);
    },
  );

  test.each(['refused', 'reset-required', 'invalid-input'] as const)(
    'stops at once if a confirmation would not help: %s',
    async (kind) => {
      const { clock, seen, outcome } = waiting(async () => refusedBy(kind));
      await clock.advanceAsync(30_000);
      expect(await outcome).toEqual(GIVEN_UP);
      expect(seen.polls).toBe(1);
    },
  );

  test('returns the challenge after the password', async () => {
    const asks: Step = ok({
      kind: 'challenge',
      challenge: { kind: 'new-password-required', attributes: {} },
    });
    const { clock, outcome } = waiting(async () => asks);
    await clock.advanceAsync(5000);
    expect(await outcome).toEqual(asks);
  });

  test('stops when its caller cancels', async () => {
    const { clock, leaving, seen, outcome } = waiting(async () => UNCONFIRMED);
    await clock.advanceAsync(7000);
    leaving.abort();
    await clock.advanceAsync(60_000);
    expect((await outcome).ok).toBe(false);
    expect(seen.polls).toBe(1);
  });

  test('never runs two attempts at the same time (SES-55)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(30_000), { minLength: 1, maxLength: 20 }), async (spans) => {
        const { clock, seen, outcome } = waiting(async (poll, within) => {
          await within.after(milliseconds(spans[poll % spans.length] ?? 0));
          return UNCONFIRMED;
        });
        await clock.advanceAsync(240_000);
        expect(await outcome).toEqual(GIVEN_UP);
        expect(seen.mostUnderWay).toBe(1);
        expect(seen.polls).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});

test('a sign-in that is abandoned while its code loads sends no request', async () => {
  const pool = new UserPool({
    region: 'us-west-2',
    userPoolId: 'us-west-2_P',
    clientId: 'client',
    // No server listens there, so a request would end as unreachable.
    endpoint: 'http://127.0.0.1:9/',
  });
  const store = new MemoryKeyValueStore();
  const auth = new CognitoAuth({ pool, store, clock: new MemoryClock(), log: new MemoryLog(), locks: null });

  const step = auth.signIn({ email: 'ada@listener.test', password: 'correct horse' });
  auth.abandonSignIn();
  expect(await step).toMatchObject({ ok: false, error: { kind: 'no-challenge' } });
});

test('each failed load of code is reported, and a successful load is not', async () => {
  let reports = 0;
  const config = { region: 'us-west-2', userPoolId: 'us-west-2_P', clientId: 'client', endpoint: null };
  const pool = new UserPool(config, () => {
    reports += 1;
  });
  expect(await pool.code(async () => Promise.resolve('here'))).toBe('here');
  expect(reports).toBe(0);
  for (const times of [1, 2]) {
    await expect(pool.code(async () => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
    expect(reports).toBe(times);
  }
});
