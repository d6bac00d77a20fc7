import { describe, expect, test } from 'vitest';

import type { Auth, Registration } from '../../../src/ports/auth.ts';

/** A registration service, and a browser that can sign in. */
export type RegistrationFixture = {
  readonly registration: Registration;
  readonly auth: Auth;
  /** An unused address. */
  newEmail(): string;
  /** The latest code that was sent to an address. */
  codeFor(email: string): Promise<string>;
};

const PASSWORD = 'Listen-2026!';
const DONE = { ok: true, value: undefined };
/** Any text for the listener. */
const TEXT: unknown = expect.stringMatching(/./u);

/** The tests that every adapter of the registration port must pass. */
export const describeRegistration = (name: string, make: () => Promise<RegistrationFixture>): void => {
  describe(`${name} is a Registration`, () => {
    test('creates an account that has to be confirmed by a code', async () => {
      const { registration, auth, newEmail, codeFor } = await make();
      const email = newEmail();
      const account = { email, password: PASSWORD, firstName: 'Wren' };
      expect(await registration.signUp(account)).toEqual({ ok: true, value: { needsConfirmation: true } });
      expect(await auth.signIn(account)).toMatchObject({ error: { kind: 'unconfirmed' } });
      expect(await registration.confirmSignUp({ email, code: '000000' })).toMatchObject({
        error: { kind: 'refused', field: 'code', message: TEXT },
      });
      const code = await codeFor(email);
      expect(await registration.confirmSignUp({ email, code: ` ${code} ` }), 'the code').toEqual(DONE);
      expect(await auth.signIn(account)).toEqual({ ok: true, value: { kind: 'signed-in' } });
    });

    test('sends another confirmation code', async () => {
      const { registration, newEmail, codeFor } = await make();
      const email = newEmail();
      await registration.signUp({ email, password: PASSWORD, firstName: 'Wren' });
      expect(await registration.resendConfirmationCode(email)).toEqual(DONE);
      expect(await registration.confirmSignUp({ email, code: await codeFor(email) })).toEqual(DONE);
    });

    test('refuses an address that already has an account', async () => {
      const { registration, newEmail, codeFor } = await make();
      const account = { email: newEmail(), password: PASSWORD, firstName: 'Wren' };
      await registration.signUp(account);
      // A sign-up that nobody has confirmed may be replaced (SES-107).
      await registration.confirmSignUp({ email: account.email, code: await codeFor(account.email) });
      expect(await registration.signUp(account)).toMatchObject({
        ok: false,
        error: { kind: 'refused', field: 'email', message: TEXT },
      });
    });

    test('sets a new password with a reset code', async () => {
      const { registration, auth, newEmail, codeFor } = await make();
      const email = newEmail();
      await registration.signUp({ email, password: PASSWORD, firstName: 'Wren' });
      await registration.confirmSignUp({ email, code: await codeFor(email) });
      expect(await registration.resendResetCode(email)).toEqual(DONE);
      const newPassword = 'Another-2026!';
      expect(await registration.resetPassword({ email, code: '000000', newPassword })).toMatchObject({
        error: { kind: 'refused', field: 'code' },
      });
      const code = await codeFor(email);
      expect(await registration.resetPassword({ email, code, newPassword })).toEqual(DONE);
      expect(await auth.signIn({ email, password: PASSWORD })).toMatchObject({ error: { kind: 'refused' } });
      expect((await auth.signIn({ email, password: newPassword })).ok).toBe(true);
    });

    test('refuses a code for an unknown account', async () => {
      const { registration, newEmail } = await make();
      const confirmation = { email: newEmail(), code: '123456' };
      expect(await registration.confirmSignUp(confirmation)).toMatchObject({ ok: false });
    });

    test('names an empty field', async () => {
      const { registration } = await make();
      const email = 'wren@listener.test';
      const account = { email, password: PASSWORD, firstName: '' };
      const invalid = (field: string, message: string) => ({
        ok: false,
        error: { kind: 'invalid-input', message, field },
      });
      const emptyEmail = invalid('email', 'Username cannot be empty');
      const emptyCode = invalid('code', 'Confirmation code cannot be empty');
      const emptyPassword = 'Password cannot be empty';
      for (const empty of ['', ' ']) {
        expect(await registration.signUp({ ...account, email: empty })).toEqual(emptyEmail);
        expect(await registration.confirmSignUp({ email: empty, code: '1' })).toEqual(emptyEmail);
        expect(await registration.confirmSignUp({ email, code: empty })).toEqual(emptyCode);
        expect(await registration.resendConfirmationCode(empty)).toEqual(emptyEmail);
        expect(await registration.resendResetCode(empty)).toEqual(emptyEmail);
        const reset = { email, code: empty, newPassword: PASSWORD };
        expect(await registration.resetPassword(reset)).toEqual(emptyCode);
      }
      expect(await registration.signUp({ ...account, password: '' })).toEqual(
        invalid('password', emptyPassword),
      );
      expect(await registration.resetPassword({ email, code: '1', newPassword: '' })).toEqual(
        invalid('new-password', emptyPassword),
      );
    });
  });
};
