import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import type { Device } from '../../../src/ports/account.ts';
import { EMAIL, PASSWORD } from '../../harness.ts';
import { SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, type ScreenOptions, region } from '../render-screen.tsx';
import { deviceTitle } from '../../../src/ui/screens/account/device-title.ts';

const atAccount = async (before: ScreenOptions['before'] = () => undefined) =>
  renderScreen('/account', { listener: SUBSCRIBER, before });

describe('the password', () => {
  const saved = async (current: string, wanted: string) => {
    const rendered = await atAccount();
    const password = await region('Password');
    await rendered.user.click(password.getByRole('button', { name: 'Change password' }));
    await rendered.user.type(password.getByLabelText('Current password'), current);
    await rendered.user.type(password.getByLabelText('New password'), wanted);
    await rendered.user.click(password.getByRole('button', { name: 'Save password' }));
    return { ...rendered, password };
  };

  test('is changed with the current one', async () => {
    const { app, password } = await saved(PASSWORD, 'battery staple');
    expect(await password.findByText('Your password is changed.')).toBeVisible();
    expect(app.pool.account(EMAIL)?.password).toBe('battery staple');
  });

  test('stays with a wrong current one', async () => {
    const { app, password } = await saved('wrong', 'battery staple');
    const current = password.getByLabelText('Current password');
    await waitFor(() => expect(current).toHaveAccessibleDescription('Incorrect username or password.'));
    await waitFor(() => expect(current).toHaveFocus());
    expect(app.pool.account(EMAIL)?.password).toBe(PASSWORD);
  });
});

test('a new address after an old sign-in leads to a new one (SES-163, ACC-42)', async () => {
  const { user, app } = await renderScreen('/account', {
    listener: SUBSCRIBER,
    before: ({ account }) => {
      account.isSignInOld = true;
    },
    change: (services) => ({
      ...services,
      settings: { ...services.settings, hostedLogin: { passkeys: 'only' } },
    }),
  });
  const profile = await region('Profile');
  await user.click(await profile.findByRole('button', { name: 'Change email' }));
  await user.type(profile.getByRole('textbox', { name: 'New email' }), 'new@example.org');
  await user.click(profile.getByRole('button', { name: 'Send code' }));
  expect(await profile.findByRole('alert')).toHaveTextContent('Sign in again to change your e-mail address.');
  await user.click(profile.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() => expect(app.hostedLogin.lastWay).toBe('again'));
});

describe('the second factor', () => {
  test('is set up with the code of an authenticator, and turned off again', async () => {
    const { user, app } = await atAccount();
    const factors = await region('Two-step verification');
    await user.click(await factors.findByRole('button', { name: 'Set up authenticator app' }));
    expect(await factors.findByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    const code = factors.getByRole('textbox', { name: 'Confirmation code' });
    await user.type(code, '1');
    await user.click(factors.getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/Code mismatch/));

    await user.clear(code);
    await user.type(code, app.account.authenticatorCode);
    await user.click(factors.getByRole('button', { name: 'Turn on' }));
    await user.click(await factors.findByRole('button', { name: 'Turn off authenticator app' }));
    expect(await factors.findByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  });

  test('by SMS needs a confirmed phone number first', async () => {
    const { user, app } = await atAccount();
    const factors = await region('Two-step verification');
    expect(await factors.findByText('Add a phone number to use this.')).toBeVisible();
    await user.click(factors.getByRole('button', { name: 'Add phone number' }));
    await user.type(factors.getByRole('textbox', { name: 'Phone number' }), '+1 555 010 0199');
    await user.click(factors.getByRole('button', { name: 'Send code' }));
    const code = await factors.findByRole('textbox', { name: 'Confirmation code' });
    await user.type(code, app.pool.codeFor('+15550100199') ?? '');
    await user.click(factors.getByRole('button', { name: 'Confirm' }));
    await user.click(await factors.findByRole('button', { name: 'Turn on codes by SMS' }));
    expect(await factors.findByRole('button', { name: 'Turn off codes by SMS' })).toBeVisible();
  });

  test('explains a session that may not see it', async () => {
    await atAccount(({ account }) => {
      account.hasAdminScope = false;
    });
    const factors = await region('Two-step verification');
    expect(await factors.findByText(/Sign in with your password to see it\.$/)).toBeVisible();
    expect(factors.queryByRole('button')).toBeNull();
  });

  test('loads with Retry after a failure (ACC-1)', async () => {
    const { user, app } = await atAccount();
    await region('Two-step verification');
    app.pool.isUnreachable = true;
    await user.click(screen.getByRole('link', { name: 'Library' }));
    await screen.findByRole('heading', { level: 1, name: 'Library' });
    await user.click(screen.getByRole('link', { name: 'Hi, Ada' }));
    const devices = await region('Devices');
    expect(await devices.findByRole('alert')).toHaveTextContent('Network Error');
    app.pool.isUnreachable = false;
    await user.click(devices.getByRole('button', { name: 'Retry' }));
    expect(await devices.findByText('No devices yet.')).toBeVisible();
  });
});

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36';

const device = (key: string, changes: Partial<Device>): Device => ({
  key,
  name: CHROME,
  isRemembered: false,
  isThisOne: false,
  lastUsedAt: null,
  ...changes,
});

describe('the devices', () => {
  const withDevices = async () => {
    const rendered = await atAccount(({ account }) =>
      account.seedDevices(EMAIL, [
        device('one', { isThisOne: true }),
        device('two', { name: 'Old phone', isRemembered: true }),
      ]),
    );
    return { ...rendered, devices: await region('Devices') };
  };

  test('are named as people name them', async () => {
    const { devices } = await withDevices();
    expect(await devices.findByRole('heading', { name: 'Chrome on Windows' })).toBeVisible();
    expect(devices.getByText('This device')).toBeVisible();
    expect(devices.getByRole('heading', { name: 'Old phone' })).toBeVisible();
  });

  test('can be remembered, and forgotten', async () => {
    const { user, devices } = await withDevices();
    await user.click(await devices.findByRole('button', { name: "Don't remember Old phone" }));
    expect(await devices.findByRole('button', { name: 'Remember Old phone' })).toBeVisible();
    await user.click(devices.getByRole('button', { name: 'Forget Old phone' }));
    await waitFor(() => expect(devices.queryByRole('heading', { name: 'Old phone' })).toBeNull());
    expect(devices.getByRole('heading', { name: 'Chrome on Windows' })).toBeVisible();
  });
});

describe('signing out everywhere', () => {
  test('ends every session and leads to the sign-in', async () => {
    const { user, app } = await atAccount();
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(app.auth.hasSession()).toBe(false);
  });

  test('says that it did not succeed', async () => {
    const { user, app } = await atAccount();
    const everywhere = await screen.findByRole('button', { name: 'Sign out everywhere' });
    app.pool.isUnreachable = true;
    await user.click(everywhere);
    expect(await (await region('Sign out')).findByRole('alert')).toHaveTextContent('Network Error');
    expect(app.auth.hasSession()).toBe(true);
  });
});

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Living room', 'Living room'],
  ['  ', 'Unknown device'],
])('%s is called %s (ACC-33)', (name, title) => {
  expect(deviceTitle(name)).toBe(title);
});
