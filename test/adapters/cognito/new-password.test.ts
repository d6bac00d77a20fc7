// Proves SES-11.
import * as library from 'amazon-cognito-identity-js';
import { describe, expect, test } from 'vitest';

import { SignInFlow } from '../../../src/adapters/cognito/sign-in/sign-in-flow.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';

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
    return { library, pool: Pool, user: (Username: string) => new AskingUser({ Username, Pool, Storage }) };
  };
  const keeper = { devices: () => [], signedIn: () => true };
  const flow = new SignInFlow({ exchange }, keeper, new MemoryClock(), new MemoryLog());
  const step = await flow.begin('wren@listener.test', 'temporary');
  if (!step.ok || step.value.kind !== 'challenge') throw new Error('there was no challenge');
  return { flow, sent, challenge: step.value.challenge };
};

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the attributes with a new password', () => {
  test('are those that the service requires, with their stored values, and never read-only ones', async () => {
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
      await flow.answerNewPassword('Another-2026!', { name: 'not asked for' });
      expect(sent).toEqual([{}]);
    },
  );

  test('are sent trimmed, and only if they were required', async () => {
    const { flow, sent } = await challengedSignIn({ email: 'a@b.c' }, ['given_name']);
    await flow.answerNewPassword('Another-2026!', { given_name: ' Wren ', email: 'other@b.c' });
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
    expect(await flow.answerNewPassword('Another-2026!', filled)).toEqual({
      ok: false,
      error: { kind: 'invalid-input', message, field },
    });
  });

  test('are not named as the field for a refused password', async () => {
    const message = 'Password does not conform to policy: Password must not contain the name';
    const { flow } = await challengedSignIn({}, ['name'], coded('InvalidPasswordException', message));
    expect(await flow.answerNewPassword('Wren-2026!', { name: 'Wren' })).toMatchObject({
      error: { field: 'new-password' },
    });
  });
});
