import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { EMAIL, PASSWORD } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { dialog } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

const NEW = 'grace@listener.test';

const atConfirmation = async () => {
  const rendered = await renderScreen('/create', { items: [QUIET_MIND] });
  const { user } = rendered;
  await user.type(await screen.findByRole('textbox', { name: 'First Name' }), 'Grace');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), NEW);
  await user.type(screen.getByLabelText('Password'), 'battery staple');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await screen.findByRole('heading', { level: 1, name: 'Confirm your account' });
  return rendered;
};

describe('a new account', () => {
  test('is confirmed by its code, then leads to the recommendations and the offer', async () => {
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
  });

  test('can take another address when the first one was wrong', async () => {
    const { user } = await atConfirmation();
    await user.click(screen.getByRole('button', { name: 'Use another email address' }));
    const email = await screen.findByRole('textbox', { name: 'Email' });
    expect(email).toHaveValue(NEW);
    await user.clear(email);
    await user.type(email, 'hopper@listener.test');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByRole('textbox', { name: 'Confirmation code' })).toHaveAccessibleDescription(
      'We sent a code to hopper@listener.test.',
    );
  });

  test('that was never confirmed is confirmed at its sign-in', async () => {
    const { user, app } = await renderScreen('/login', {
      before: ({ api, pool }) => {
        api.content.user = SUBSCRIBER;
        pool.keep({ email: EMAIL, password: PASSWORD, isConfirmed: false });
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), EMAIL);
    await user.type(screen.getByLabelText('Password'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const code = await screen.findByRole('textbox', { name: 'Confirmation code' });
    expect(await screen.findByText('A new code is on its way.')).toBeVisible();
    await user.type(code, app.pool.codeFor(EMAIL) ?? '');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('button', { name: 'Sign Out' })).toBeVisible();
  });
});

describe('a forgotten password', () => {
  const atCode = async () => {
    const rendered = await renderScreen('/login', {
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
