import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { Services } from '../../../src/ui/services.ts';
import { renderScreen } from '../render-screen.tsx';

const at = (hostedLogin: Services['settings']['hostedLogin']) =>
  renderScreen('/login', {
    change: (services) => ({ ...services, settings: { ...services.settings, hostedLogin } }),
  });

test('each provider has a button that leads there by the hosted login (SES-153)', async () => {
  const { app, user } = await at({ providers: ['Example School', 'The College'], button: 'off' });
  expect(await screen.findByRole('button', { name: 'Continue with Example School' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use the secure sign-in page' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continue with The College' }));
  await waitFor(() => expect(app.hostedLogin.lastWay).toEqual({ provider: 'The College' }));
});

test('without a provider nothing of it is shown (SES-153)', async () => {
  await at({});
  expect(await screen.findByRole('button', { name: 'Use the secure sign-in page' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Continue with/u })).toBeNull();
});
