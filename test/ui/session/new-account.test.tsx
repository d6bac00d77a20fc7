import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { MemoryRegistration } from '../../../src/adapters/memory/session/memory-registration.ts';
import { failed } from '../../../src/domain/result.ts';
import { CONFIGURATION, EMAIL, PASSWORD } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, type ScreenOptions, dialog } from '../render-screen.tsx';
import { attributeField } from '../../../src/ui/screens/session/challenge-step.tsx';

const NEW = 'grace@listener.test';

const LIMIT = failed({
  kind: 'refused',
  message: 'Attempt limit exceeded, please try after some time.',
} as const);

/** Makes the service refuse the next resending of a code or a link. */
const refuseToResend = () =>
  vi.spyOn(MemoryRegistration.prototype, 'resendConfirmationCode').mockResolvedValueOnce(LIMIT);

const signIn = async (user: UserEvent) => {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), EMAIL);
  await user.type(screen.getByLabelText('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
};

const atConfirmation = async (options: Partial<ScreenOptions> = {}, path = '/create') => {
  const rendered = await renderScreen(path, { items: [QUIET_MIND], ...options });
  const { user } = rendered;
  await user.type(await screen.findByRole('textbox', { name: 'First Name' }), 'Grace');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), NEW);
  await user.type(screen.getByLabelText('Password'), 'battery staple');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await screen.findByRole('heading', { level: 1, name: 'Confirm your account' });
  return rendered;
};

describe('a new account', () => {
  test('is confirmed by its code, then leads to the recommendations and the offer (SES-63)', async () => {
    const { user, app, address } = await atConfirmation();
    const code = screen.getByRole('textbox', { name: 'Confirmation code' });
    expect(code).toHaveFocus();
    expect(code).toHaveAccessibleDescription(`We sent a code to ${NEW}.`);
    await user.type(code, app.pool.codeFor(NEW) ?? '');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Your Next Listen' })).toBeVisible();
    expect(address()).toBe('/recommended');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { level: 1, name: /, Grace$/ })).toBeVisible();
    expect(await dialog('Unlock every audio now!')).toBeDefined();
  });

  test.each([
    ['/audios/quiet-mind?x=1#tracks', '/audios/quiet-mind?x=1#tracks'],
    ['https://evil.invalid/', '/'],
    ['/create', '/'],
  ])('that was requested from “%s” continues at %s (SES-63)', async (from, path) => {
    const { user, app, address } = await atConfirmation({}, `/create?${new URLSearchParams({ from })}`);
    await user.type(screen.getByRole('textbox', { name: 'Confirmation code' }), app.pool.codeFor(NEW) ?? '');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(address()).toBe(path));
  });

  test.each([
    ['a password that is too short', 'password', 'Password not long enough'],
    ['a limit of the service', undefined, 'Attempt limit exceeded, please try after some time.'],
  ] as const)('shows %s at its field, or at none (SES-58)', async (_name, field, message) => {
    const failure = { kind: 'refused', message, ...(field && { field }) } as const;
    vi.spyOn(MemoryRegistration.prototype, 'signUp').mockResolvedValueOnce(failed(failure));
    const { user } = await renderScreen('/create', {});
    const email = await screen.findByRole('textbox', { name: 'Email' });
    const password = screen.getByLabelText('Password');
    await user.type(email, NEW);
    await user.type(password, 'short');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(email).toBeValid();
    if (field === undefined) expect(password).toBeValid();
    else {
      expect(password).toHaveAccessibleDescription(message);
      await waitFor(() => expect(password).toHaveFocus());
    }
  });

  test('names the address that is taken', async () => {
    const { user } = await renderScreen('/create', {});
    const email = await screen.findByRole('textbox', { name: 'Email' });
    await user.type(email, EMAIL);
    await user.type(screen.getByLabelText('Password'), 'battery staple');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription('An account with the given email already exists.'),
    );
    await waitFor(() => expect(email).toHaveFocus());
  });

  test('refuses a wrong code, and sends another one', async () => {
    const { user, app } = await atConfirmation();
    const first = app.pool.codeFor(NEW);
    await user.type(screen.getByRole('textbox', { name: 'Confirmation code' }), '1');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Invalid verification code/);

    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    expect(await screen.findByText('A new code is on its way.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(app.pool.codeFor(NEW)).not.toBe(first);

    // The form always shows the newest result alone.
    const code = screen.getByRole('textbox', { name: 'Confirmation code' });
    for (const fail of [() => (app.pool.isUnreachable = true), refuseToResend]) {
      fail();
      await user.click(screen.getByRole('button', { name: 'Resend code' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(/^(?:Network Error|Attempt limit exceeded)/);
      expect(code).toBeValid();
      expect(screen.queryByText('A new code is on its way.')).toBeNull();
      app.pool.isUnreachable = false;
      await user.click(screen.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(code).toHaveAccessibleDescription(/Invalid verification code/));
      expect(screen.getAllByRole('alert')).toHaveLength(1);
    }
  });

  test('can take another address when the first one was wrong', async () => {
    const { user } = await atConfirmation();
    await user.click(screen.getByRole('button', { name: 'Use another email address' }));
    let email = await screen.findByRole('textbox', { name: 'Email' });
    expect(email).toHaveValue(NEW);
    await waitFor(() => expect(email).toHaveFocus());
    await user.clear(email);
    await user.type(email, `${EMAIL}{Enter}`);
    await waitFor(() => expect(email).toHaveAccessibleDescription(/already exists/));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText(`We sent a code to ${NEW}.`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use another email address' }));
    email = await screen.findByRole('textbox', { name: 'Email' });
    await user.clear(email);
    await user.type(email, 'hopper@listener.test');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByRole('textbox', { name: 'Confirmation code' })).toHaveAccessibleDescription(
      'We sent a code to hopper@listener.test.',
    );
  });

  test('that needs a second factor sets it up, or is led to the sign-in', async () => {
    const { user, app } = await atConfirmation();
    const account = app.pool.account(NEW);
    if (account !== null) app.pool.keep({ ...account, setupCode: '161803' });
    await user.type(screen.getByRole('textbox', { name: 'Confirmation code' }), app.pool.codeFor(NEW) ?? '');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Your account is ready' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Sign in to your account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  });

  describe('that was never confirmed', () => {
    const unconfirmed = async () =>
      renderScreen('/login', {
        before: ({ api, pool }) => {
          api.content.user = SUBSCRIBER;
          pool.keep({ email: EMAIL, password: PASSWORD, isConfirmed: false });
        },
      });

    test('is confirmed at its sign-in', async () => {
      const { user, app } = await unconfirmed();
      await signIn(user);
      const code = await screen.findByRole('textbox', { name: 'Confirmation code' });
      expect(await screen.findByText('A new code is on its way.')).toBeVisible();
      await user.type(code, app.pool.codeFor(EMAIL) ?? '');
      await user.click(screen.getByRole('button', { name: 'Confirm' }));
      expect(await screen.findByRole('button', { name: 'Sign Out' })).toBeVisible();
    });

    test('says that its code was not sent, sends another one, and can be started over', async () => {
      const { user } = await unconfirmed();
      refuseToResend();
      await signIn(user);
      expect(await screen.findByRole('alert')).toHaveTextContent(/^Attempt limit exceeded/);
      await user.click(screen.getByRole('button', { name: 'Resend code' }));
      expect(await screen.findByText('A new code is on its way.')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Start over' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    });
  });

  describe('that a link confirms', () => {
    const byLink = { ports: { configuration: { ...CONFIGURATION, signUpConfirmation: 'link' } } } as const;
    const goesOn = /this page goes on by itself/;

    test('continues by itself, also after the wait has ended and the link was sent again (SES-56, SES-53)', async () => {
      const { user, app } = await atConfirmation(byLink);
      expect(screen.getByText(goesOn)).toHaveTextContent(`We sent a link to ${NEW}.`);
      // A removed account ends the wait.
      const account = app.pool.account(NEW);
      app.pool.remove(NEW);
      await app.passes(6);
      expect(await screen.findByRole('alert')).toHaveTextContent('Please use your credentials to sign in');
      await user.click(screen.getByRole('button', { name: 'Check again' }));
      expect(await screen.findByText(goesOn)).toBeVisible();
      await app.passes(6);
      expect(await screen.findByRole('alert')).toHaveTextContent('Please use your credentials to sign in');

      if (account !== null) app.pool.keep(account);
      refuseToResend();
      await user.click(screen.getByRole('button', { name: 'Resend link' }));
      expect(await screen.findByRole('alert')).toHaveTextContent(/^Attempt limit exceeded/);
      await user.click(screen.getByRole('button', { name: 'Resend link' }));
      expect(await screen.findByText('A new link is on its way.')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByText(goesOn)).toBeVisible();
      if (account !== null) app.pool.keep({ ...account, isConfirmed: true });
      await app.passes(6);
      expect(await screen.findByRole('heading', { level: 1, name: 'Your Next Listen' })).toBeVisible();
    });
  });
});

describe('a forgotten password', () => {
  const atCode = async (path = '/login') => {
    const rendered = await renderScreen(path, {
      items: [QUIET_MIND],
      before: ({ api }) => {
        api.content.user = SUBSCRIBER;
      },
    });
    const { user, app } = rendered;
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { level: 1, name: 'Reset your password' });
    await user.type(screen.getByRole('textbox', { name: 'Email' }), EMAIL);
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByRole('textbox', { name: 'Confirmation code' });
    app.pool.sendCode(EMAIL);
    return rendered;
  };

  test('is replaced by the code from the mail, and the listener is signed in', async () => {
    const { user, app } = await atCode();
    expect(app.api.users.passwordResets).toEqual([EMAIL]);
    await user.type(
      screen.getByRole('textbox', { name: 'Confirmation code' }),
      app.pool.codeFor(EMAIL) ?? '',
    );
    await user.type(screen.getByLabelText('New password'), 'battery staple');
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
    expect(app.pool.account(EMAIL)?.password).toBe('battery staple');
  });

  const FROM = `from=${encodeURIComponent('/audios/quiet-mind?x=1#tracks')}`;

  test.each([
    ['the requested page opens after a new password', false, '/audios/quiet-mind?x=1#tracks'],
    ['the requested page is kept if the sign-in after it fails', true, `/login?${FROM}`],
  ])('%s', async (_name, fails, path) => {
    const { user, app, address } = await atCode(`/login?${FROM}`);
    if (fails) {
      vi.spyOn(app.auth, 'signIn').mockResolvedValueOnce(
        failed({ kind: 'unreachable', message: 'Network Error' }),
      );
    }
    await user.type(
      screen.getByRole('textbox', { name: 'Confirmation code' }),
      app.pool.codeFor(EMAIL) ?? '',
    );
    await user.type(screen.getByLabelText('New password'), 'battery staple');
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    await waitFor(() => expect(address()).toBe(path));
  });

  test('shows the newest result of resending the code (SES-59)', async () => {
    const { user, app } = await atCode();
    app.pool.isUnreachable = true;
    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Network Error');
    app.pool.isUnreachable = false;
    await user.click(screen.getByRole('button', { name: 'Resend code' }));
    expect(await screen.findByText('A new code is on its way.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('stays with a wrong code', async () => {
    const { user, app } = await atCode();
    const code = screen.getByRole('textbox', { name: 'Confirmation code' });
    await user.type(code, '1');
    await user.type(screen.getByLabelText('New password'), 'battery staple');
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/Invalid verification code/));
    expect(app.pool.account(EMAIL)?.password).toBe(PASSWORD);
  });

  test('says that the code could not be sent', async () => {
    const { user } = await renderScreen('/forgot-password', {
      before: ({ api }) => api.faults.failNext('users.requestPasswordReset', 'server'),
    });
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), EMAIL);
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The code could not be sent. Please try again.',
    );
    expect(screen.queryByRole('textbox', { name: 'Confirmation code' })).toBeNull();
  });
});

test.each([
  ['given_name', 'First Name'],
  ['birthdate', 'Date of birth'],
  ['custom:favoriteGenre', 'Favorite genre'],
  ['custom:member_no', 'Member no'],
  ['dev:custom:plan-2', 'Plan 2'],
  ['constructor', 'Constructor'],
  ['custom:', 'custom:'],
  ['__', '__'],
])('the detail %s is asked for as "%s"', (name, label) => {
  expect(attributeField(name).label).toBe(label);
});

test('uses a date field for a date, and a numeric keyboard for a number', () => {
  expect(attributeField('birthdate').type).toBe('date');
  expect(attributeField('phone_number').type).toBe('tel');
});
