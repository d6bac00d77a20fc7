import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { instant } from '../../../src/domain/time.ts';
import type { OwnSession } from '../../../src/ports/own-sessions.ts';
import { SUBSCRIBER } from '../../application/titles.ts';
import { region, renderScreen, type ScreenOptions } from '../render-screen.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const session = (id: string, agent: string, isThisOne = false): OwnSession => ({
  id,
  agent,
  provider: null,
  isThisOne,
  signedInAt: instant(Date.parse('2026-03-01T10:00:00Z')),
  lastUsedAt: instant(Date.parse('2026-03-02T10:00:00Z')),
});

const atAccount = async (
  sessions: readonly OwnSession[] | null,
  before: ScreenOptions['before'] = () => undefined,
) =>
  renderScreen('/account', {
    listener: SUBSCRIBER,
    before: (app) => {
      app.sessions.sessions = sessions;
      return before(app);
    },
  });

const TITLE = 'Where you are signed in';

test('a session says with which provider it was signed in (ACC-39)', async () => {
  await atAccount([{ ...session('own', FIREFOX, true), provider: 'Example School' }]);
  const shown = await region(TITLE);
  expect(await shown.findByText(/Signed in .*2026.* with Example School/u)).toBeVisible();
});

test('each session has browser, system and times, and a button that ends it (ACC-39, ACC-40)', async () => {
  const { user } = await atAccount([session('own', FIREFOX, true), session('tv', 'Television')]);
  const shown = await region(TITLE);
  expect(await shown.findByRole('heading', { name: 'Firefox on Linux' })).toBeVisible();
  expect(shown.getByText('This session')).toBeVisible();
  expect(shown.getByText(/Signed in .*2026.*, last used .*2026/)).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Sign out Television' }));
  expect(shown.queryByText('Television')).toBeNull();
  expect(shown.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  expect(shown.getByRole('button', { name: 'Sign out Firefox on Linux' })).toHaveFocus();
});

test('two sessions with the same browser have buttons with different names', async () => {
  await atAccount([session('own', FIREFOX, true), { ...session('b', FIREFOX), signedInAt: instant(0) }]);
  const shown = await region(TITLE);
  const names = shown
    .getAllByRole('button', { name: /^Sign out Firefox/ })
    .map((each) => each.getAttribute('aria-label'));
  expect(new Set(names).size).toBe(2);
});

test('all others are ended at once, and this session leads to the sign-in (ACC-40)', async () => {
  const { user, app } = await atAccount([
    session('own', FIREFOX, true),
    session('a', 'A'),
    session('b', 'B'),
  ]);
  const shown = await region(TITLE);
  await user.click(await shown.findByRole('button', { name: 'Sign out all others' }));
  expect(await shown.findAllByRole('heading', { level: 3 })).toHaveLength(1);
  expect(app.sessions.sessions).toHaveLength(1);
  await user.click(shown.getByRole('button', { name: 'Sign out Firefox on Linux' }));
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('a failed end keeps the list and says why (ACC-40)', async () => {
  const { user, app } = await atAccount([session('own', FIREFOX, true), session('a', 'Television')]);
  const shown = await region(TITLE);
  await shown.findByText('Television');
  app.sessions.failure = { kind: 'unreachable' };
  await user.click(shown.getByRole('button', { name: 'Sign out Television' }));
  expect((await shown.findAllByText(/You seem to be offline/))[0]).toBeVisible();
  expect(shown.getByText('Television')).toBeVisible();
});

test('a provider that does not offer it shows nothing of it (ACC-39)', async () => {
  await atAccount(null);
  await region('Sign out');
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
});
