import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { MemoryAccount } from '../../../src/adapters/memory/session/memory-user-pool.ts';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { EMAIL, PASSWORD } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, region } from '../render-screen.tsx';

/** A visitor opens the page; the provider knows the account as Ada. */
const visiting = async (path: string, account: Partial<MemoryAccount> = {}) =>
  renderScreen(path, {
    items: [QUIET_MIND],
    before: ({ api, pool }) => {
      api.content.user = SUBSCRIBER;
      pool.keep({ email: EMAIL, password: PASSWORD, ...account });
    },
  });

const signIn = async (user: UserEvent, password = PASSWORD) => {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), EMAIL);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
};

const confirm = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Confirm' }));

describe('the sign-in', () => {
  test('leads from a member’s page to the form, and back after signing in (SES-1)', async () => {
    const { user, address } = await visiting('/trending');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(address()).toBe('/login?from=%2Ftrending');
    await signIn(user);
    expect(await (await region('Trending Now')).findByRole('article', { name: 'Quiet Mind' })).toBeVisible();
    expect(address()).toBe('/trending');
    expect(screen.getByRole('link', { name: 'Hi, Ada' })).toBeVisible();
  });

  test('keeps the requested page on every link between the screens for visitors (SES-3)', async () => {
    const from = `from=${encodeURIComponent('/audios/quiet-mind?x=1#tracks')}`;
    const { user, address } = await visiting('/audios/quiet-mind?x=1#tracks');
    await screen.findByRole('heading', { level: 1, name: 'Welcome back' });
    const follow = async (name: string, path: string) => {
      await user.click(await screen.findByRole('link', { name }));
      await waitFor(() => expect(address()).toBe(`${path}?${from}`));
    };
    await follow('Forgot password?', '/forgot-password');
    await follow('Sign in to your account', '/login');
    await follow('Create your account', '/create');
    await follow('Sign in to your account', '/login');
    await follow('Create Free Account', '/create');
    await follow('Sign In', '/login');
    await signIn(user);
    await waitFor(() => expect(address()).toBe('/audios/quiet-mind?x=1#tracks'));
  });

  test('never follows an address of another site', async () => {
    const { user, address } = await visiting('/login?from=https%3A%2F%2Fevil.invalid%2F');
    await signIn(user);
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
    expect(address()).toBe('/');
  });

  test('says which field is empty, and goes there', async () => {
    const { user } = await visiting('/login');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    const email = screen.getByRole('textbox', { name: 'Email' });
    expect(email).toHaveAccessibleDescription('Username cannot be empty');
    expect(email).toBeInvalid();
    await waitFor(() => expect(email).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('Username cannot be empty');
  });

  test('refuses a wrong password at its field, and takes the right one (SES-17)', async () => {
    const { user } = await visiting('/login');
    await signIn(user, 'wrong');
    const password = screen.getByLabelText('Password');
    await waitFor(() => expect(password).toHaveAccessibleDescription('Incorrect username or password.'));
    await waitFor(() => expect(password).toHaveFocus());
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(EMAIL);
    await user.clear(password);
    await user.type(password, `${PASSWORD}{Enter}`);
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
  });

  test('shows the password on request', async () => {
    const { user } = await visiting('/login');
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show characters' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide characters' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  test('says that the service cannot be reached, and blames no field', async () => {
    const { user, app } = await visiting('/login');
    await screen.findByRole('button', { name: 'Sign In' });
    app.pool.isUnreachable = true;
    await signIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Network Error');
    expect(screen.getByLabelText('Password')).toBeValid();
  });

  test.each([
    ['/login', '/'],
    ['/login?from=%2Flibrary', '/library'],
    ['/login?from=%2F%2Fevil.invalid%2Flibrary', '/'],
  ])('%s leads a listener who has a session to %s (SES-4)', async (path, leadsTo) => {
    const { address } = await renderScreen(path, { items: [QUIET_MIND], listener: SUBSCRIBER });
    await waitFor(() => expect(address()).toBe(leadsTo));
    expect(await screen.findByRole('link', { name: 'Hi, Ada' })).toBeVisible();
  });

  test('says why the earlier session has ended (SES-37)', async () => {
    const { user, app } = await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
    await region('Trending Now');
    app.pool.endSessions(EMAIL);
    await app.passes(3600);
    await user.click(screen.getByRole('link', { name: 'Library' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Refresh Token has been revoked');
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  });
});

describe('the second step of a sign-in', () => {
  test('takes the code of the authenticator', async () => {
    const { user } = await visiting('/login', { authenticatorCode: '271828' });
    await signIn(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
    const code = screen.getByRole('textbox', { name: 'Confirmation code' });
    expect(code).toHaveFocus();

    await confirm(user);
    await waitFor(() => expect(code).toHaveAccessibleDescription(/Confirmation code cannot be empty/));
    await user.type(code, '000000');
    await confirm(user);
    await waitFor(() => expect(code).toHaveAccessibleDescription(/Invalid code received for user/));
    await waitFor(() => expect(code).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid code received for user');

    await user.clear(code);
    await user.type(code, '271828');
    await confirm(user);
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
  });

  test('lets the listener choose between two factors', async () => {
    const { user } = await visiting('/login', { authenticatorCode: '271828', smsCode: '314159' });
    await signIn(user);
    await screen.findByRole('radiogroup', { name: 'How do you want to confirm that it is you?' });
    await confirm(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('No valid MFA method provided');
    await user.click(screen.getByRole('radio', { name: /^Text message/ }));
    await confirm(user);
    const code = await screen.findByRole('textbox', { name: 'Confirmation code' });
    expect(code).toHaveAccessibleDescription(/^We sent a code to/);
    await user.type(code, '314159');
    await confirm(user);
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
  });

  test('sets up an authenticator that the account has to have', async () => {
    const { user } = await visiting('/login', { setupCode: '161803' });
    await signIn(user);
    const setUp = await region('Set up your authenticator app');
    expect(await setUp.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(setUp.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Confirmation code' }), '161803');
    await confirm(user);
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
  });

  test('asks for a new password instead of a temporary one, and for what the account lacks', async () => {
    const { user, app } = await visiting('/login', {
      needsNewPassword: true,
      missingAttributes: ['family_name'],
    });
    await signIn(user);
    const password = await screen.findByLabelText('New password');
    const name = screen.getByRole('textbox', { name: 'Last Name' });
    await user.type(password, 'battery staple');
    await confirm(user);
    await waitFor(() => expect(name).toHaveAccessibleDescription('Please fill this in.'));
    await waitFor(() => expect(name).toHaveFocus());
    expect(password).toHaveValue('battery staple');
    await user.type(name, 'Lovelace');
    await confirm(user);
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
    expect(app.pool.account(EMAIL)?.password).toBe('battery staple');
  });

  test('asks the provider’s question, and again after a wrong response', async () => {
    const { user } = await visiting('/login', { customResponse: 'blue' });
    await signIn(user);
    const field = await screen.findByRole('textbox', { name: 'Answer' });
    expect(field).toHaveFocus();
    await confirm(user);
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Challenge response cannot be empty/));
    await user.type(field, 'red');
    await confirm(user);
    await waitFor(() => expect(field).toHaveAccessibleDescription(/That answer is not right/));
    await user.clear(field);
    await user.type(field, 'blue');
    await confirm(user);
    expect(await screen.findByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
  });

  test('can be given up', async () => {
    const { user, app } = await visiting('/login', { authenticatorCode: '271828' });
    await signIn(user);
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(app.auth.hasSession()).toBe(false);
  });
});

describe('a sign-out', () => {
  test('leads to the sign-in, and no member’s page opens any more (SES-41)', async () => {
    const { user, app, address } = await renderScreen('/trending', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
    });
    await region('Trending Now');
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(app.auth.hasSession()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Hark Home' }));
    await waitFor(() => expect(address()).toBe('/login?from=%2F'));
    expect(screen.queryByRole('link', { name: 'Library' })).toBeNull();
  });
});

describe('a sign-in service that cannot be reached', () => {
  test('keeps the session, says so, and lets in when it is back (SES-5)', async () => {
    const { app, address } = await renderScreen('/trending', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
      before: async ({ clock, pool }) => {
        await clock.advanceAsync(3600_000);
        pool.isUnreachable = true;
      },
    });
    expect(await screen.findByText(MESSAGES.unreachable)).toBeVisible();
    expect(address()).toBe('/login?from=%2Ftrending');
    expect(app.auth.hasSession()).toBe(true);

    app.pool.isUnreachable = false;
    await app.passes(60);
    expect(await region('Trending Now')).toBeDefined();
    expect(address()).toBe('/trending');
  });
});
