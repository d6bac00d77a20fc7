// Proves MSG-33, MSG-34.

import { screen, within } from '@testing-library/dom';
import { describe, expect, test, vi } from 'vitest';
import { CONFIGURATION } from '../../harness.ts';
import { QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { dialog, region } from '../find.ts';
import { renderScreen, type ScreenOptions } from '../render-screen.tsx';
import { appLink } from '../../../src/ui/screens/messaging/app-prompts.tsx';

// Proves MSG-32.

const atHome = async (options: ScreenOptions = {}) =>
  renderScreen('/', { items: [QUIET_MIND], listener: SUBSCRIBER, ...options });

const panel = async () => within(await screen.findByRole('complementary', { name: 'Use the mobile app' }));

describe('the invitation to the mobile app', () => {
  test('shows a code to scan, and the same link', async () => {
    await atHome();
    const invitation = await panel();
    expect(await invitation.findByRole('img', { name: 'QR code of the mobile app' })).toBeVisible();
    expect(invitation.getByRole('link', { name: 'Get the app' })).toHaveAttribute(
      'href',
      'https://example.com/',
    );
  });

  test('folds, opens again, and keeps the focus', async () => {
    const { user } = await atHome();
    await user.click((await panel()).getByRole('button', { name: 'Close' }));
    const unfold = await screen.findByRole('button', { name: 'Use App' });
    expect(unfold).toHaveFocus();
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.click(unfold);
    expect((await panel()).getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  test('stays folded in the next page', async () => {
    const { user, app } = await atHome();
    await user.click((await panel()).getByRole('button', { name: 'Close' }));
    await screen.findByRole('button', { name: 'Use App' });
    document.body.replaceChildren();
    await atHome({ beside: app });
    expect(await screen.findByRole('button', { name: 'Use App' })).toBeVisible();
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('leads to the title that plays', async () => {
    const { user, app } = await atHome();
    await user.click(await (await region('New Releases')).findByRole('button', { name: 'Play Quiet Mind' }));
    await region('Player');
    await app.passes(30);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    const href = (await panel()).getByRole('link', { name: 'Get the app' }).getAttribute('href') ?? '';
    expect(new URL(href).searchParams.get('link')).toBe('https://hark.invalid/audios/quiet-mind?t=30');
  });

  test('is missing where the configuration names no app', async () => {
    const { user } = await atHome({
      ports: { configuration: { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Ask the Universe' }));
    // The player loads with the invitation.
    await region('Player');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Use App' })).toBeNull();
  });

  test('is a prompt on Android, which closes', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)');
    const { user } = await atHome();
    const prompt = await dialog('Hark is better in the mobile app');
    expect(prompt.getByRole('link', { name: 'Use the App' })).toHaveAttribute('href', 'https://example.com/');
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.click(prompt.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    // The page becomes visible again.
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await dialog('Hark is better in the mobile app')).toBeDefined();
  });
});

test('adds the current title and position to the address of the app', () => {
  const app = 'https://example.com/app?from=web';
  expect(appLink(app, null)).toBe(app);
  const place = 'https://listen.example/audios/7?chapter=3&t=125';
  const link = new URL(appLink(app, place));
  expect(link.searchParams.get('link')).toBe(place);
  expect(link.searchParams.get('from')).toBe('web');
});
