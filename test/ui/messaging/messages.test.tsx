import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { milliseconds } from '../../../src/domain/time.ts';
import { messageId, type WordedMessage } from '../../../src/domain/messaging.ts';
import { FREE_LISTENER, QUIET_MIND } from '../../application/titles.ts';
import { dialog } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

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
