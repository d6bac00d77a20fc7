import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { CONFIGURATION } from '../../harness.ts';
import { renderScreen } from '../render-screen.tsx';

const shared = { path: `/audios/${QUIET_MIND.id}`, title: 'Quiet Mind by Ines Odum' };
const ports = { configuration: { ...CONFIGURATION, shared } };

test.each([`/audios/${QUIET_MIND.id}?chapter=2&t=65`, `/create?from=/audios/${QUIET_MIND.id}`])(
  'a visitor at %s reads what was shared (APP-82)',
  async (path) => {
    await renderScreen(path, { items: [QUIET_MIND], ports });
    expect(await screen.findByText('“Quiet Mind by Ines Odum”')).toBeVisible();
  },
);

test('a visitor who is led from another page reads nothing of it', async () => {
  await renderScreen('/library', { items: [QUIET_MIND], ports });
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(screen.queryByText(/You were sent/u)).toBeNull();
});

test('a listener with a session reads the title itself', async () => {
  await renderScreen(shared.path, { items: [QUIET_MIND], listener: SUBSCRIBER, ports });
  expect(await screen.findByRole('heading', { level: 1, name: QUIET_MIND.title })).toBeVisible();
});
