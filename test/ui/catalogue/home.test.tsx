import { screen, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import {
  authorId,
  categoryId,
  contentId,
  ContentType,
  topicId,
} from '../../../src/domain/catalogue/content.ts';
import { ALWAYS } from '../../../src/domain/time.ts';
import { FREE_LISTENER, QUIET_MIND, SUBSCRIBER, title } from '../../application/titles.ts';
import { renderScreen, region } from '../render-screen.tsx';

const COLLECTION = title({
  id: contentId('collection'),
  title: 'Slow Mornings',
  type: ContentType.CURATED_COLLECTION,
});

const CATALOGUE = {
  items: [QUIET_MIND, COLLECTION],
  authors: [{ id: authorId('ines'), name: 'Ines Odum', imageUrl: null }],
  topics: [{ id: topicId('sleep'), name: 'Sleep', imageUrl: null }],
  categories: [{ id: categoryId('rest'), name: 'Rest', imageUrl: null }],
};

describe('the home page', () => {
  test('greets the listener by the first name', async () => {
    await renderScreen('/', { ...CATALOGUE, listener: SUBSCRIBER });
    expect(await screen.findByRole('heading', { level: 1, name: /, Ada$/ })).toBeVisible();
  });

  test('has a shelf for each part of the catalogue, with a link to all of it', async () => {
    await renderScreen('/', { ...CATALOGUE, listener: SUBSCRIBER });
    const releases = await region('New Releases');
    expect(releases.getByRole('link', { name: /^See All/ })).toHaveAttribute('href', '/new-releases');
    expect(await releases.findByRole('link', { name: 'Quiet Mind' })).toHaveAttribute(
      'href',
      '/audios/quiet-mind',
    );
    const collections = await region('Curated Collections');
    expect(await collections.findByRole('link', { name: 'Slow Mornings' })).toBeVisible();
    expect(collections.queryByRole('link', { name: 'Quiet Mind' })).toBeNull();
    expect((await region('Browse By Category')).getByRole('link', { name: 'Rest' })).toBeVisible();
    expect(await (await region('Browse by Author')).findByRole('link', { name: 'Ines Odum' })).toBeVisible();
    expect(await (await region('Browse by Topic')).findByRole('link', { name: 'Sleep' })).toBeVisible();
  });

  test('has its sections in order, each with its link, and then the random title (CAT-1, CAT-2, CAT-4)', async () => {
    await renderScreen('/', {
      ...CATALOGUE,
      topics: Array.from({ length: 12 }, (_, at) => ({
        id: topicId(`topic-${at}`),
        name: `Topic ${at}`,
        imageUrl: null,
      })),
      listener: FREE_LISTENER,
    });
    const topics = await region('Browse by Topic');
    await topics.findByRole('link', { name: 'Topic 0' });
    expect((await region('Quick Listens')).getByText('30 mins or less')).toBeVisible();
    expect(topics.queryAllByRole('link', { name: /^Topic/ })).toHaveLength(10);
    const main = within(screen.getByRole('main'));
    const links = main.getAllByRole('link', { name: /^See All/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/recommended',
      '/new-releases',
      '/trending',
      '/curated-collections',
      '/categories',
      '/authors',
      '/topics',
      '/quick-listens',
    ]);
    const chance = main.getByRole('button', { name: 'Ask the Universe' });
    expect(links.at(-1)?.compareDocumentPosition(chance)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('fills the slides beyond the first view when the listener uses the row, or for print (CAT-75)', async () => {
    const items = Array.from({ length: 8 }, (_, at) =>
      title({ id: contentId(`t${at}`), title: `Title ${at}` }),
    );
    const { user } = await renderScreen('/', { items, listener: SUBSCRIBER });
    const releases = await region('New Releases');
    const tiles = () => releases.getAllByRole('article', { hidden: true }).length;
    await releases.findByRole('link', { name: 'Title 2' });
    expect(releases.getAllByRole('group', { hidden: true })).toHaveLength(8);
    expect(tiles()).toBe(3);

    window.dispatchEvent(new Event('beforeprint'));
    await Promise.resolve();
    expect(tiles()).toBe(8);
    window.dispatchEvent(new Event('afterprint'));
    await Promise.resolve();
    expect(tiles()).toBe(3);

    await user.hover(releases.getByRole('link', { name: 'Title 1' }));
    await releases.findByRole('link', { name: 'Title 7', hidden: true });
    expect(tiles()).toBe(8);
  });

  test('says of an empty shelf that nothing is there yet (CAT-5)', async () => {
    await renderScreen('/', { items: [QUIET_MIND], listener: SUBSCRIBER });
    expect((await region('Curated Collections')).getByText('Nothing here yet.')).toBeVisible();
    expect((await region('Browse By Category')).getByText('Nothing here yet.')).toBeVisible();
  });

  test('says once that the catalogue could not be loaded, and loads it with Retry (CAT-11)', async () => {
    const { user } = await renderScreen('/', {
      ...CATALOGUE,
      listener: SUBSCRIBER,
      before: ({ api }) => api.faults.failNext('catalogue.browse', 'server'),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(MESSAGES.browseFailed);
    expect(screen.queryByRole('region', { name: 'New Releases' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await (await region('New Releases')).findByRole('article', { name: 'Quiet Mind' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows the other shelves when one could not be loaded (CAT-12)', async () => {
    await renderScreen('/', {
      ...CATALOGUE,
      listener: SUBSCRIBER,
      before: ({ api }) => api.faults.failNext('catalogue.forYou', 'server'),
    });
    expect((await region('Your Next Listen')).getByRole('alert')).toHaveTextContent(MESSAGES.listFailed);
    expect(await (await region('Trending Now')).findByRole('article', { name: 'Quiet Mind' })).toBeVisible();
  });

  test('has a shelf of discounts for a free listener (CAT-3)', async () => {
    const items = [{ ...QUIET_MIND, discount: { price: 4.99, window: ALWAYS } }];
    await renderScreen('/', { items, listener: FREE_LISTENER });
    expect(await region('Discounted Audios')).toBeDefined();
  });

  test('has no shelf of discounts for a subscriber (CAT-3)', async () => {
    const items = [{ ...QUIET_MIND, discount: { price: 4.99, window: ALWAYS } }];
    await renderScreen('/', { items, listener: SUBSCRIBER });
    // The shelf after it, so that it would be there.
    await region('Trending Now');
    expect(screen.queryByRole('region', { name: 'Discounted Audios' })).toBeNull();
  });

  test('plays a title by chance', async () => {
    const { user } = await renderScreen('/', { items: [QUIET_MIND], listener: SUBSCRIBER });
    await user.click(await screen.findByRole('button', { name: 'Ask the Universe' }));
    const player = await region('Player');
    expect(await player.findByRole('link', { name: 'Quiet Mind' })).toBeVisible();
    expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  test('offers a membership instead where the title needs one', async () => {
    const { user, app } = await renderScreen('/', { items: [QUIET_MIND], listener: FREE_LISTENER });
    await screen.findByText('Hi, Ada');
    await user.click(screen.getByRole('button', { name: 'Ask the Universe' }));
    expect(await screen.findByRole('dialog', { name: 'Unlock every audio now!' })).toBeVisible();
    expect(app.output.isPlaying).toBe(false);
  });
});
