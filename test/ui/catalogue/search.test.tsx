import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { SUBSCRIBER, title } from '../../application/titles.ts';
import { renderScreen, region, tile } from '../render-screen.tsx';

const ITEMS = [
  title({ id: contentId('rain'), title: 'Evening Rain', categories: ['Rest'] }),
  title({ id: contentId('walk'), title: 'Evening Walk', categories: ['Wander'] }),
  title({ id: contentId('noon'), title: 'Noon', categories: ['Rest'] }),
];

describe('the search', () => {
  test('searches on Enter, and groups the results by category (CAT-28)', async () => {
    const { user, address } = await renderScreen('/', { items: ITEMS, listener: SUBSCRIBER });
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'evening{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Results for “evening”' })).toBeVisible();
    expect(address()).toBe('/search-results?q=evening');
    const rest = await region('Rest');
    expect(await rest.findByRole('article', { name: 'Evening Rain' })).toBeVisible();
    expect(rest.queryByRole('article', { name: 'Evening Walk' })).toBeNull();
    expect(await (await region('Wander')).findByRole('article', { name: 'Evening Walk' })).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Noon' })).toBeNull();
  });

  test('shows the term of the address in the search box (CAT-28)', async () => {
    await renderScreen('/search-results?q=123', { listener: SUBSCRIBER });
    expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('123');
  });

  test('searches when its field is left, and the same words again without another step back (CAT-28, CAT-29)', async () => {
    const { user, app, address } = await renderScreen('/library', { items: ITEMS, listener: SUBSCRIBER });
    const searches = () => app.api.faults.calls.filter((call) => call === 'catalogue.search').length;
    const box = await screen.findByRole('searchbox', { name: 'Search' });
    await user.type(box, 'evening');
    expect(address()).toBe('/library');
    await user.tab();
    expect(await tile('Evening Rain')).toBeDefined();
    expect(searches()).toBe(1);
    const steps = history.length;
    await user.type(box, '{Enter}');
    await waitFor(() => expect(searches()).toBe(2));
    expect(address()).toBe('/search-results?q=evening');
    expect(history.length).toBe(steps);
  });

  test('leads from a category heading to the results of that category, and back (CAT-32)', async () => {
    const { user, address } = await renderScreen('/search-results?q=evening', {
      items: ITEMS,
      listener: SUBSCRIBER,
    });
    await user.click(await screen.findByRole('link', { name: 'Wander' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Wander' })).toBeVisible();
    expect(await tile('Evening Walk')).toBeDefined();
    expect(screen.queryByRole('article', { name: 'Evening Rain' })).toBeNull();
    expect(address()).toBe('/search-results/Wander?q=evening');

    await user.click(screen.getByRole('link', { name: 'All results' }));
    expect(await tile('Evening Rain')).toBeDefined();
  });

  test('says that nothing was found', async () => {
    await renderScreen('/search-results?q=thunder', { items: ITEMS, listener: SUBSCRIBER });
    expect(
      await screen.findByText('Nothing was found for “thunder”. Try fewer or other words.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse all' })).toHaveAttribute('href', '/');
  });

  test('asks for words without a request when the term is empty (CAT-33)', async () => {
    const { app } = await renderScreen('/search-results?q=%20', { items: ITEMS, listener: SUBSCRIBER });
    expect(await screen.findByText('Type a title, an author or a mood into the search box.')).toBeVisible();
    expect(app.api.faults.calls).not.toContain('catalogue.search');
  });

  test('searches again with Retry after a failure', async () => {
    const { user } = await renderScreen('/search-results?q=evening', {
      items: ITEMS,
      listener: SUBSCRIBER,
      before: ({ api }) => api.faults.failNext('catalogue.search', 'server'),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(MESSAGES.listFailed);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await tile('Evening Rain')).toBeDefined();
  });
});
