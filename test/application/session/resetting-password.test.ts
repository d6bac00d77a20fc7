import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { SignUp } from '../../../src/application/session/sign-up.ts';
import { SignIn } from '../../../src/application/session/sign-in.ts';
import { EMAIL, Harness, PASSWORD } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../titles.ts';

const NEW_PASSWORD = 'a fresh battery staple';

const forgetful = () => {
  const harness = new Harness({ items: [QUIET_MIND], user: SUBSCRIBER });
  return { harness, signUp: harness.get(SignUp) };
};

describe('a listener who forgot the password', () => {
  test('gets the code from the provider, not from the sign-in service (SES-65)', async () => {
    const { harness, signUp } = forgetful();
    expect(await signUp.requestPasswordReset(EMAIL)).toEqual({ ok: true, value: undefined });
    expect(harness.api.users.passwordResets).toEqual([EMAIL]);
    expect(harness.pool.codeFor(EMAIL)).toBeNull();
  });

  test.each(['', '   '])('must enter an address before any request is sent: “%s” (SES-67)', async (email) => {
    const { harness, signUp } = forgetful();
    expect(await signUp.requestPasswordReset(email)).toEqual({
      ok: false,
      error: { kind: 'invalid-input', message: MESSAGES.emailEmpty, field: 'email' },
    });
    expect(harness.api.faults.calls).toEqual([]);
  });

  test('sees a message when the code could not be sent, and can try again (SES-67)', async () => {
    const { harness, signUp } = forgetful();
    harness.api.faults.failNext('users.requestPasswordReset', 'server');
    expect(await signUp.requestPasswordReset(EMAIL)).toEqual({
      ok: false,
      error: { kind: 'unreachable', message: MESSAGES.codeNotSent },
    });
    expect(await signUp.requestPasswordReset(EMAIL)).toMatchObject({ ok: true });
  });

  test('gets another code from the sign-in service, and can sign in only with the new password afterwards (SES-65, SES-66)', async () => {
    const { harness, signUp } = forgetful();
    expect(await signUp.resendResetCode(EMAIL)).toMatchObject({ ok: true });
    expect(harness.api.users.passwordResets).toEqual([]);
    const code = harness.pool.codeFor(EMAIL) ?? '';
    const wrong = await signUp.resetPassword({ email: EMAIL, code: `${code}0`, newPassword: NEW_PASSWORD });
    expect(wrong).toMatchObject({ ok: false, error: { kind: 'refused', field: 'code' } });
    expect(await signUp.resetPassword({ email: EMAIL, code, newPassword: NEW_PASSWORD })).toMatchObject({
      ok: true,
    });
    const signIn = harness.get(SignIn);
    expect(await signIn.withPassword({ email: EMAIL, password: PASSWORD })).toMatchObject({ ok: false });
    expect(await signIn.withPassword({ email: EMAIL, password: NEW_PASSWORD })).toMatchObject({ ok: true });
  });
});
