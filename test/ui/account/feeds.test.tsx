// Proves FEED-60, FEED-61, FEED-62, FEED-64.
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { contentId, ContentType, seriesId } from '../../../src/domain/catalogue/content.ts';
import { feedId, type PrivateFeed } from '../../../src/domain/feeds/private-feed.ts';
import { instant } from '../../../src/domain/time.ts';
import { PLAIN_ITEM } from '../../arbitraries/content.ts';
import { SUBSCRIBER } from '../../application/titles.ts';
import { dialog, region } from '../find.ts';
import { renderScreen } from '../render-screen.tsx';

const CAR: PrivateFeed = {
  id: feedId('one'),
  kind: 'item',
  name: 'car',
  title: 'Tides',
  createdAt: instant(Date.parse('2026-03-02T12:00:00Z')),
  lastUsedAt: instant(Date.parse('2026-03-05T12:00:00Z')),
  lastApp: 'Overcast',
  isPaused: true,
};

const atAccount = async (feeds: readonly PrivateFeed[] = []) =>
  renderScreen('/account', {
    listener: SUBSCRIBER,
    startAt: instant(Date.parse('2026-03-06T12:00:00Z')),
    before: (app) => {
      app.feeds.isOffered = true;
      app.feeds.feeds = feeds;
    },
  });

describe('the addresses on the account page', () => {
  test('say what they hold, when and by which app they were used, and that one is paused', async () => {
    await atAccount([CAR]);
    const section = await region('Listen in other apps');
    expect(await section.findByRole('heading', { name: 'car' })).toBeVisible();
    expect(section.getByText('Tides')).toBeVisible();
    expect(section.getByText('Paused')).toBeVisible();
    expect(section.getByText('Made on 2 March. Last used on 5 March by Overcast.')).toBeVisible();
  });

  test('are made for all that was saved, and the address is shown once', async () => {
    const { user, app } = await atAccount();
    const section = await region('Listen in other apps');
    await user.click(await section.findByRole('button', { name: 'Make an address' }));
    const making = await dialog('Listen in another app');
    await user.click(making.getByRole('button', { name: 'Make address' }));
    await waitFor(() =>
      expect(making.getByLabelText('Name')).toHaveAccessibleDescription(/Name cannot be empty/),
    );
    await user.type(making.getByLabelText('Name'), 'watch');
    await user.click(making.getByRole('button', { name: 'Make address' }));
    expect(await making.findByText('https://provider.invalid/feeds/secret-1')).toBeVisible();
    expect(making.getByRole('link', { name: 'Overcast' })).toHaveAttribute(
      'href',
      'overcast://x-callback-url/add?url=https%3A%2F%2Fprovider.invalid%2Ffeeds%2Fsecret-1',
    );
    expect(making.getByText(/like a password/)).toHaveFocus();
    await user.click(making.getByRole('button', { name: 'Copy address' }));
    expect(await making.findByText('Address copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toContain('secret-1');
    // A page without encryption has no clipboard.
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    await user.click(making.getByRole('button', { name: 'Copy address' }));
    expect(await making.findByText('Select the address and copy it yourself.')).toBeVisible();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    await user.click(making.getByRole('button', { name: 'Done' }));
    expect(await section.findByRole('heading', { name: 'watch' })).toBeVisible();
    expect(screen.queryByText(/secret-1/)).toBeNull();
    expect(app.feeds.feeds).toMatchObject([{ kind: 'saved', name: 'watch' }]);
    expect(JSON.stringify(app.analytics)).not.toContain('secret-1');
  });

  test('are renewed and revoked after a question', async () => {
    const { user, app } = await atAccount([CAR]);
    const section = await region('Listen in other apps');
    await user.click(await section.findByRole('button', { name: 'Renew car' }));
    const renewing = await dialog('Renew “car”?');
    await user.click(renewing.getByRole('button', { name: 'Renew address' }));
    expect(await renewing.findByText(/secret-1$/)).toBeVisible();
    await user.click(renewing.getByRole('button', { name: 'Done' }));
    expect(section.queryByText('Paused')).toBeNull();

    await user.click(section.getByRole('button', { name: 'Revoke car' }));
    const revoking = await dialog('Revoke “car”?');
    app.feeds.failure = 'rate-limited';
    await user.click(revoking.getByRole('button', { name: 'Revoke address' }));
    expect(await revoking.findByRole('alert')).toHaveTextContent('wait a minute');
    app.feeds.failure = null;
    await user.click(revoking.getByRole('button', { name: 'Revoke address' }));
    await waitFor(() => expect(section.queryByRole('heading', { name: 'car' })).toBeNull());
    await waitFor(() => expect(section.getByRole('button', { name: 'Make an address' })).toHaveFocus());
  });

  test('can be loaded again after a failure', async () => {
    const { user, app } = await renderScreen('/account', {
      listener: SUBSCRIBER,
      before: ({ feeds }) => {
        feeds.isOffered = true;
        feeds.failure = 'unreachable';
      },
    });
    const section = await region('Listen in other apps');
    expect(section.getByRole('alert')).toHaveTextContent('offline');
    app.feeds.failure = null;
    await user.click(section.getByRole('button', { name: 'Retry' }));
    expect(await section.findByText('You have none yet.')).toBeVisible();
  });
});

describe('a title or a series', () => {
  const BOOK = { ...PLAIN_ITEM, id: contentId('book'), title: 'Tides', type: ContentType.AUDIOBOOK };
  const COLLECTION = { ...BOOK, id: contentId('calm'), type: ContentType.CURATED_COLLECTION };

  const TIDES = { id: seriesId('tides'), name: 'Tides', imageUrl: null };

  test.each([
    ['item', '/audios/book'],
    ['collection', '/audios/calm'],
    ['series', '/series/tides'],
  ] as const)('makes an address of its own: %s', async (kind, page) => {
    const { user, app } = await renderScreen(page, {
      listener: SUBSCRIBER,
      items: [BOOK, COLLECTION],
      series: [TIDES],
      before: ({ feeds }) => {
        feeds.isOffered = true;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Listen elsewhere' }));
    const making = await dialog('Listen in another app');
    await user.type(making.getByLabelText('Name'), 'car{Enter}');
    expect(await making.findByText(/secret-1$/)).toBeVisible();
    expect(app.feeds.feeds).toMatchObject([{ kind, name: 'car' }]);
  });

  test('shows nothing of it if the provider has none', async () => {
    const { app } = await renderScreen(`/audios/${BOOK.id}`, { listener: SUBSCRIBER, items: [BOOK] });
    await screen.findByRole('heading', { level: 1, name: 'Tides' });
    await waitFor(() => expect(app.feeds.lists).toBe(1));
    expect(within(document.body).queryByRole('button', { name: 'Listen elsewhere' })).toBeNull();
  });
});
