import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { historyEntryId, type HistoryEntry } from '../../../src/domain/history.ts';
import { instant, seconds } from '../../../src/domain/time.ts';

import { anEntryOf } from '../../application/stored-positions.ts';
import { LONG_BOOK, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { CONFIGURATION } from '../../harness.ts';
import { renderScreen, region } from '../render-screen.tsx';

const DAY = 86_400_000;
/** Noon in every time zone of the tests. */
const NOON = new Date(2026, 4, 20, 12).getTime();

const entryAt = (at: number, changes: Partial<HistoryEntry> = {}): HistoryEntry => {
  const entry = anEntryOf({ id: historyEntryId(`at-${at}`) });
  return {
    ...entry,
    start: { ...entry.start, at: instant(at) },
    end: { ...entry.end, at: instant(at + 60_000) },
    ...changes,
  };
};

const ENTRIES = [
  entryAt(NOON, { stop: 'sleep-timer' }),
  entryAt(NOON - DAY, { stop: 'other-tab', isFromElsewhere: true }),
  entryAt(NOON - 30 * DAY, { stop: 'playing' }),
];

const open = async (entries: readonly HistoryEntry[] = ENTRIES) =>
  renderScreen('/history', {
    items: [LONG_BOOK, QUIET_MIND],
    listener: SUBSCRIBER,
    startAt: instant(NOON + 3_600_000),
    ports: { configuration: { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } } },
    before: (app) => {
      for (const entry of entries) app.history.save(SUBSCRIBER.id, entry);
    },
  });

describe('the page of the history', () => {
  test('shows the entries by day, each with the reason of its end', async () => {
    await open();
    const days = await screen.findAllByRole('heading', { level: 2 });
    expect(days.map(({ textContent }) => textContent)).toEqual(['Today', 'Yesterday', '20 April']);
    expect((await region('Today')).getByText('Stopped by the sleep timer')).toBeVisible();
    const yesterday = await region('Yesterday');
    expect(yesterday.getByText('Stopped because another tab started to play')).toBeVisible();
    expect(yesterday.getByText(/12:00 – 12:01 · Began at the position of another device/)).toBeVisible();
    expect((await region('20 April')).getByText('Interrupted')).toBeVisible();
    const shelves = within(screen.getByRole('navigation', { name: 'Your shelves' }));
    expect(shelves.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'page');
  });

  test.each([
    ['Began Chapter 2, 1:05: play Long Book from there', 65],
    ['Stopped Chapter 2, 2:05: play Long Book from there', 125],
  ])('leads back by %s', async (name, position) => {
    const { user, app } = await open();
    await user.click((await region('Today')).getByRole('button', { name }));
    await waitFor(() => expect(app.output.isPlaying).toBe(true));
    await app.passes(1);
    expect([app.player.track?.id, app.output.position()]).toEqual(['long-book_2', position + 1]);
  });

  test('is cleared, put back, and keeps the focus', async () => {
    const { user, app } = await open();
    await user.click(await screen.findByRole('button', { name: 'Clear history' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(undo).toHaveFocus();
    expect(screen.getByText(/What you play stands here by day/)).toBeVisible();
    expect(app.history.entries(SUBSCRIBER.id)).toEqual([]);
    await user.click(undo);
    expect(await region('Today')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Clear history' })).toHaveFocus());
    expect(app.history.entries(SUBSCRIBER.id)).toHaveLength(3);
  });

  test('does not exist with a mobile app, and no tab leads there', async () => {
    await renderScreen('/history', { items: [LONG_BOOK], listener: SUBSCRIBER });
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await renderScreen('/library', { items: [LONG_BOOK], listener: SUBSCRIBER });
    const shelves = within(await screen.findByRole('navigation', { name: 'Your shelves' }));
    expect(shelves.queryByRole('link', { name: 'History' })).toBeNull();
  });

  test('without entries says what it is for', async () => {
    await open([]);
    expect(await screen.findByText(/So you find the place where you fell asleep/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear history' })).toBeNull();
  });

  test('shows what plays now', async () => {
    const { user, app } = await open();
    await user.click((await region('Today')).getByRole('button', { name: /^Stopped/ }));
    await app.passes(20);
    app.history.save(
      SUBSCRIBER.id,
      entryAt(NOON + 3_599_000, {
        stop: 'playing',
        end: { ...anEntryOf().end, position: seconds(140), at: app.clock.now() },
      }),
    );
    expect(await (await region('Today')).findAllByText('Playing now')).not.toEqual([]);
  });
});
