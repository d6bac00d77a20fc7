import { screen, waitFor } from '@testing-library/dom';
import { catalogueOf } from 'audio-streaming-translations/build/catalogues';
import { ENGLISH } from 'audio-streaming-translations/languages';
import { setTranslation, t } from 'audio-streaming-translations/translate';
import { afterEach, expect, test } from 'vitest';
import { renderScreen, type ScreenOptions, region } from '../render-screen.tsx';
import type { Services } from '../../../src/ui/services.ts';
import { SUBSCRIBER } from '../../application/titles.ts';

const offersPasskeys = (services: Services): Services => ({
  ...services,
  settings: { ...services.settings, hostedLogin: { passkeys: 'only' } },
});

const atAccount = async (options: Partial<ScreenOptions> = {}) =>
  renderScreen('/account', { listener: SUBSCRIBER, change: offersPasskeys, ...options });

test('a passkey is added, renamed and removed (ACC-42)', async () => {
  const { user } = await atAccount();
  const passkeys = await region('Passkeys');
  expect(await passkeys.findByText('You have none yet.')).toBeVisible();
  await user.click(passkeys.getByRole('button', { name: 'Add a passkey' }));
  await user.click(await passkeys.findByRole('button', { name: 'Rename Passkey' }));

  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription('Name cannot be empty'));
  await user.type(name, 'My phone');
  await user.click(screen.getByRole('button', { name: 'Save name' }));

  await user.click(await passkeys.findByRole('button', { name: 'Remove My phone' }));
  await user.click(await screen.findByRole('button', { name: 'Remove passkey' }));
  expect(await passkeys.findByText('You have none yet.')).toBeVisible();
});

afterEach(() => setTranslation({ language: ENGLISH, catalogue: {} }));

test('a new passkey has its name in the language of the page (ACC-41)', async () => {
  setTranslation({ language: 'fr', catalogue: catalogueOf('fr', 'app').catalogue });
  const { user } = await atAccount();
  const passkeys = await region(t('Passkeys'));
  const add = await passkeys.findByRole('button', { name: t('Add a passkey') });
  await user.click(add);
  expect(await passkeys.findByText('Clé d’accès')).toBeVisible();
  await user.click(add);
  await user.click(await passkeys.findByRole('button', { name: /^Renommer .*Clé d’accès 2/u }));
  expect(await screen.findByLabelText(t({ text: 'Name', context: 'of a passkey' }))).toHaveValue(
    'Clé d’accès 2',
  );
});

test('after an old sign-in, the page offers to sign in again (ACC-42)', async () => {
  const { user, app } = await atAccount({
    before: (harness) => {
      harness.account.isSignInOld = true;
    },
  });
  const passkeys = await region('Passkeys');
  await user.click(await passkeys.findByRole('button', { name: 'Add a passkey' }));
  expect(await passkeys.findByRole('alert')).toHaveTextContent('Sign in again to add a passkey.');
  await user.click(passkeys.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() => expect(app.hostedLogin.lastWay).toBe('again'));
});

test('who signed in with another provider signs in again there (SES-160)', async () => {
  const { user, app } = await atAccount({
    before: (harness) => {
      harness.account.isSignInOld = true;
      const at = { signedInAt: null, lastUsedAt: null };
      harness.sessions.sessions = [
        { id: 'own', agent: 'Firefox', provider: 'Example School', isThisOne: true, ...at },
      ];
    },
  });
  const passkeys = await region('Passkeys');
  await region('Where you are signed in');
  await user.click(await passkeys.findByRole('button', { name: 'Add a passkey' }));
  await user.click(await passkeys.findByRole('button', { name: 'Sign in again' }));
  await waitFor(() => expect(app.hostedLogin.lastWay).toEqual({ provider: 'Example School', isAgain: true }));
});

test('the page says what recovery by mail weakens (ACC-41, SES-139)', async () => {
  await atAccount();
  const passkeys = await region('Passkeys');
  expect(await passkeys.findByText(/only as safe as your mailbox/)).toBeVisible();
});

test('nothing is shown of it if the provider has none (ACC-41)', async () => {
  await atAccount({ change: (services) => services });
  await region('Two-step verification');
  expect(screen.queryByRole('region', { name: 'Passkeys' })).toBeNull();
});

test('the sign-in screen leads to the hosted page for passkeys, only if that takes them (SES-142)', async () => {
  const { user, app } = await renderScreen('/login', { change: offersPasskeys });
  await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(app.hostedLogin.lastWay).toBe('passkey'));
  expect(screen.queryByRole('button', { name: 'Use the secure sign-in page' })).toBeNull();
});

test('without passkeys, the sign-in screen shows nothing of them (SES-142)', async () => {
  await renderScreen('/login', {});
  await screen.findByRole('button', { name: 'Sign In' });
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});
