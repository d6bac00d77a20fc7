import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { contentId } from '../../../src/domain/catalogue/content.ts';
import { instant } from '../../../src/domain/time.ts';
import { aTitle } from '../contract/titles.ts';
import { region, renderStudio } from './render-studio.tsx';

const TITLES = [
  aTitle('1', 'The Beach'),
  aTitle('2', 'Waves', { state: 'hidden' }),
  aTitle('3', 'Evening Walks', { kind: 'podcast' }),
  aTitle('4', 'Old Tales', { state: 'missing', item: { validity: { from: 'absent', till: instant(1) } } }),
];

const rowOf = async (name: string): Promise<HTMLElement> => {
  const link = await screen.findByRole('link', { name });
  return screen.getAllByRole('row').find((row) => row.contains(link)) ?? link;
};
const shownTitles = (): readonly (string | null)[] =>
  within(screen.getByRole('table', { name: 'Titles' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('who may use the studio', () => {
  test('a person without a session is led to the sign-in page (STU-2)', async () => {
    const { left } = renderStudio('/studio', { before: (api) => api.failNext('me', { kind: 'no-session' }) });
    await waitFor(() => expect(left.signIns).toBeGreaterThan(0));
    expect(screen.queryByRole('region', { name: 'Catalogue' })).toBeNull();
  });

  test('a listener without the role reads why, and finds the way home (STU-3)', async () => {
    renderStudio('/studio', {
      before: (api) => {
        api.person = null;
      },
    });
    expect(await screen.findByText(/for publishers and owners/u)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Hark' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('region', { name: 'Catalogue' })).toBeNull();
  });

  test('a failed check can be repeated', async () => {
    const { user } = renderStudio('/studio', {
      titles: TITLES,
      before: (api) => api.failNext('me', { kind: 'server' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Catalogue' })).toBeVisible();
  });

  test('the banner names the studio and the person, and leads away', async () => {
    const { user, left } = renderStudio('/studio', { titles: TITLES });
    const banner = within(await screen.findByRole('banner'));
    expect(await banner.findByText('Olga')).toBeVisible();
    expect(banner.getByText('Hark Studio')).toBeVisible();
    expect(banner.getByRole('link', { name: 'Hark Home' })).toHaveAttribute('href', '/');
    await user.click(banner.getByRole('button', { name: 'Sign Out' }));
    expect(left.signOuts).toBe(1);
  });
});

describe('the table', () => {
  test('lists the titles with their states, and leads to each', async () => {
    const { user, address } = renderStudio('/studio', { titles: TITLES });
    const catalogue = await region('Catalogue');
    expect(await catalogue.findByText('4 titles')).toBeVisible();
    expect(within(await rowOf('The Beach')).getByText('Published')).toBeVisible();
    expect(within(await rowOf('Waves')).getByText('Hidden')).toBeVisible();
    const old = within(await rowOf('Old Tales'));
    expect(old.getByText('Missing')).toBeVisible();
    expect(old.getByText('Ended')).toBeVisible();
    expect(screen.getByRole('table', { name: 'Titles' })).toHaveAttribute('aria-rowcount', '5');
    await user.click(screen.getByRole('link', { name: 'Waves' }));
    expect(address()).toBe('/studio/titles/2');
  });

  test('is sorted by its columns, both ways', async () => {
    const { user } = renderStudio('/studio', { titles: TITLES });
    const column = async () => screen.findByRole('columnheader', { name: 'Title' });
    await user.click(within(await column()).getByRole('button'));
    await waitFor(() => expect(shownTitles()).toEqual(['Evening Walks', 'Old Tales', 'The Beach', 'Waves']));
    expect(await column()).toHaveAttribute('aria-sort', 'ascending');
    await user.click(within(await column()).getByRole('button'));
    await waitFor(() => expect(shownTitles()).toEqual(['Waves', 'The Beach', 'Old Tales', 'Evening Walks']));
    expect(await column()).toHaveAttribute('aria-sort', 'descending');
  });

  test('is searched and filtered, and says if nothing matches', async () => {
    const { user } = renderStudio('/studio', { titles: TITLES });
    const search = await screen.findByRole('searchbox', { name: 'Search titles' });
    await user.type(search, 'wa');
    expect(await screen.findByText('2 titles')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Podcasts');
    expect(await screen.findByText('1 title')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Missing');
    await user.click(await screen.findByRole('button', { name: 'Show all titles' }));
    expect(await screen.findByText('4 titles')).toBeVisible();
    expect(search).toHaveValue('');
  });

  test('says why it could not be loaded, and loads again', async () => {
    const { user } = renderStudio('/studio', {
      titles: TITLES,
      before: (api) => api.failNext('titles', { kind: 'unreachable' }),
    });
    const catalogue = await region('Catalogue');
    expect(await catalogue.findByRole('alert')).toHaveTextContent('could not be reached');
    await user.click(catalogue.getByRole('button', { name: 'Retry' }));
    expect(await catalogue.findByText('4 titles')).toBeVisible();
  });

  test('without titles says how to begin', async () => {
    renderStudio('/studio');
    expect(await screen.findByText(/No titles yet/u)).toBeVisible();
  });
});

describe('selected titles', () => {
  test('are hidden together, and those that fail stay selected (STU-6)', async () => {
    const { user, api } = renderStudio('/studio', { titles: TITLES });
    await user.click(await screen.findByRole('checkbox', { name: 'Select The Beach' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Evening Walks' }));
    const group = within(screen.getByRole('group', { name: 'Selected titles' }));
    expect(group.getByText('2 titles selected')).toBeVisible();
    api.failNext('editTitle', { kind: 'server' });
    await user.click(group.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText(/1 title could not be hidden/u)).toBeVisible();
    expect(group.getByText('1 title selected')).toBeVisible();
    await user.click(group.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('1 title hidden.')).toBeVisible();
    expect(within(await rowOf('The Beach')).getByText('Hidden')).toBeVisible();
    expect(within(await rowOf('Evening Walks')).getByText('Hidden')).toBeVisible();
  });

  test('leave the focus in the catalogue when they are cleared (STU-74)', async () => {
    const { user } = renderStudio('/studio', { titles: TITLES });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Waves' }));
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Catalogue' })).toHaveFocus());
  });

  test('are published, even if somebody changes one meanwhile', async () => {
    const { user, api } = renderStudio('/studio', { titles: TITLES });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Waves' }));
    api.failNext('editTitle', { kind: 'conflict' });
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('1 title published.')).toBeVisible();
    const title = await api.title(contentId('2'));
    expect(title).toMatchObject({ ok: true, value: { state: 'published' } });
  });
});
