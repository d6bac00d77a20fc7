import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { milliseconds } from '../../../src/domain/time.ts';
import { messageId, type WordedMessage } from '../../../src/domain/messaging.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, dialog, type ScreenOptions, region } from '../render-screen.tsx';
import { CONFIGURATION } from '../../harness.ts';
import { appLink } from '../../../src/ui/screens/messaging/app-prompts.tsx';

const MESSAGE: WordedMessage = {
  id: messageId('spring'),
  kind: 'modal',
  slidesFrom: 'bottom',
  header: 'Spring is here',
  text: 'Twenty new titles for long walks.',
  imageUrl: null,
  action: null,
  duration: null,
  buttons: [
    { key: '0', text: 'Later', action: { url: null, opensNewTab: false } },
    { key: '1', text: 'Show me', action: { url: 'https://hark.invalid/trending', opensNewTab: false } },
  ],
};

const atHome = async () => {
  const rendered = await renderScreen('/', { items: [QUIET_MIND], listener: FREE_LISTENER });
  await screen.findByRole('link', { name: 'Hi, Ada' });
  return rendered;
};

describe('a message in a dialog', () => {
  test('is shown, and its impression reported once', async () => {
    const { app } = await atHome();
    app.messaging.messages.emit(MESSAGE);
    const message = await dialog('Spring is here');
    expect(message.getByText('Twenty new titles for long walks.')).toBeVisible();
    expect(app.messaging.impressions).toEqual(['spring']);
  });

  test('follows its button inside the app, and reports the click', async () => {
    const { user, app, address } = await atHome();
    app.messaging.messages.emit(MESSAGE);
    await user.click((await dialog('Spring is here')).getByRole('button', { name: 'Show me' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Trending Now' })).toBeVisible();
    expect(address()).toBe('/trending');
    expect(app.messaging.clicks).toEqual(['spring/1']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('closes without a click, and the next one follows', async () => {
    const { user, app } = await atHome();
    app.messaging.messages.emit(MESSAGE);
    app.messaging.messages.emit({ ...MESSAGE, id: messageId('summer'), header: 'Summer is near' });
    await user.click((await dialog('Spring is here')).getByRole('button', { name: 'Close' }));
    expect(await dialog('Summer is near')).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Spring is here' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.messaging.clicks).toEqual([]);
  });

  test('waits while the offer of a membership is open', async () => {
    const { user, app } = await atHome();
    await user.click(screen.getByRole('button', { name: 'Ask the Universe' }));
    const offer = await dialog('Unlock every audio now!');
    app.messaging.messages.emit(MESSAGE);
    const early = screen.findByRole('dialog', { name: 'Spring is here' }, { timeout: 200 });
    await expect(early).rejects.toThrow('Unable to find');
    await user.click(offer.getByRole('button', { name: 'Close' }));
    expect(await dialog('Spring is here')).toBeDefined();
  });
});

describe('a message that slides up', () => {
  const SLIDE_UP: WordedMessage = {
    ...MESSAGE,
    kind: 'slide-up',
    header: '',
    buttons: [],
    action: { url: 'https://hark.invalid/new-releases', opensNewTab: false },
  };

  test('is announced, and leads to its page', async () => {
    const { user, app } = await atHome();
    app.messaging.messages.emit(SLIDE_UP);
    const message = within(await screen.findByRole('complementary', { name: 'Message' }));
    expect(message.getByRole('status')).toHaveTextContent(SLIDE_UP.text);
    await user.click(message.getByRole('button', { name: SLIDE_UP.text }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New Releases' })).toBeVisible();
    expect(app.messaging.clicks).toEqual(['spring']);
  });

  test('closes by itself, but not while it has the focus', async () => {
    const { app } = await atHome();
    app.messaging.messages.emit({ ...SLIDE_UP, duration: milliseconds(5000) });
    const message = await screen.findByRole('complementary', { name: 'Message' });
    const close = within(message).getByRole('button', { name: 'Close' });
    const elsewhere = screen.getByRole('link', { name: 'Library' });
    close.focus();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const pass = async () => {
      // The effect starts a timer that hides the message, and that one a timer that removes it.
      for (let timer = 0; timer < 3; timer += 1) {
        vi.advanceTimersByTime(5000);
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    elsewhere.focus();
    close.focus();
    await pass();
    expect(message).toBeInTheDocument();
    elsewhere.focus();
    await pass();
    expect(message).not.toBeInTheDocument();
  });

  test('can be closed', async () => {
    const { user, app } = await atHome();
    app.messaging.messages.emit(SLIDE_UP);
    const message = await screen.findByRole('complementary', { name: 'Message' });
    await user.click(within(message).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(message).not.toBeInTheDocument());
  });
});

const withoutApp = async (options: ScreenOptions = {}) =>
  renderScreen('/', { items: [QUIET_MIND], listener: SUBSCRIBER, ...options });

const panel = async () => within(await screen.findByRole('complementary', { name: 'Use the mobile app' }));

describe('the invitation to the mobile app', () => {
  test('shows a code to scan, and the same link', async () => {
    await withoutApp();
    const invitation = await panel();
    expect(await invitation.findByRole('img', { name: 'QR code of the mobile app' })).toBeVisible();
    expect(invitation.getByRole('link', { name: 'Get the app' })).toHaveAttribute(
      'href',
      'https://example.com/',
    );
  });

  test('folds, opens again, and keeps the focus', async () => {
    const { user } = await withoutApp();
    await user.click((await panel()).getByRole('button', { name: 'Close' }));
    const unfold = await screen.findByRole('button', { name: 'Use App' });
    expect(unfold).toHaveFocus();
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.click(unfold);
    expect((await panel()).getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  test('stays folded in the next page', async () => {
    const { user, app } = await withoutApp();
    await user.click((await panel()).getByRole('button', { name: 'Close' }));
    await screen.findByRole('button', { name: 'Use App' });
    document.body.replaceChildren();
    await withoutApp({ beside: app });
    expect(await screen.findByRole('button', { name: 'Use App' })).toBeVisible();
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('leads to the title that plays', async () => {
    const { user, app } = await withoutApp();
    await user.click(await (await region('New Releases')).findByRole('button', { name: 'Play Quiet Mind' }));
    await region('Player');
    await app.passes(30);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    const href = (await panel()).getByRole('link', { name: 'Get the app' }).getAttribute('href') ?? '';
    expect(new URL(href).searchParams.get('link')).toBe('https://hark.invalid/audios/quiet-mind?t=30');
  });

  test('is missing where the configuration names no app (MSG-34)', async () => {
    const { user } = await withoutApp({
      ports: { configuration: { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Ask the Universe' }));
    // The player loads with the invitation.
    await region('Player');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Use App' })).toBeNull();
  });

  test('is a prompt on Android, which closes (MSG-33)', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)');
    const { user } = await withoutApp();
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

test('adds the current title and position to the address of the app (MSG-32)', () => {
  const app = 'https://example.com/app?from=web';
  expect(appLink(app, null)).toBe(app);
  const address = 'https://listen.example/audios/7?chapter=3&t=125';
  const link = new URL(appLink(app, address));
  expect(link.searchParams.get('link')).toBe(address);
  expect(link.searchParams.get('from')).toBe('web');
});
