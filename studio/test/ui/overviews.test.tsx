import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { authorId, seriesId } from '../../../src/domain/catalogue/content.ts';
import { instant } from '../../../src/domain/time.ts';
import { aTitle } from '../contract/titles.ts';
import { renderStudio } from './render-studio.tsx';

const AUTHORS = ['Ann', 'Bob', 'Cy'].map((name, at) => ({
  id: authorId(String(at)),
  name,
  imageUrl: null,
  titles: at + 1,
  authors: '',
}));
const SERIES = ['Ann', 'Bob', ''].map((authors, at) => ({
  id: seriesId(String(at)),
  name: authors === '' ? 'Waves' : 'Tides',
  imageUrl: null,
  titles: at + 1,
  authors,
}));

describe('the subjects (STU-15)', () => {
  const open = async () => {
    const rendered = renderStudio('/studio/subjects', {
      titles: [
        aTitle('c', 'For the Evening', { kind: 'collection' }),
        aTitle('d', 'Morning', { kind: 'collection' }),
      ],
      before: (api) => {
        api.storedSubjects = { ...api.storedSubjects, authors: AUTHORS, series: SERIES };
      },
    });
    const list = await screen.findByRole('list', { name: 'Authors' });
    return { ...rendered, list };
  };
  const namesIn = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => within(item).getByText(/^(?:Ann|Bob|Cy|Anna)$/u).textContent);

  test('are renamed; a name that is taken stays in the field', async () => {
    const { user, list } = await open();
    await user.click(within(list).getByRole('button', { name: 'Rename Ann' }));
    const form = within(screen.getByRole('dialog', { name: 'Rename Ann' }));
    const field = form.getByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, 'Bob{Enter}');
    expect(await form.findByText('There already is “Bob”.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'Anna{Enter}');
    await waitFor(() => expect(namesIn(list)).toEqual(['Anna', 'Bob', 'Cy']));
  });

  test('are moved, and the order is saved at once for all moves', async () => {
    const { user, api, list, left } = await open();
    await user.click(within(list).getByRole('button', { name: 'Move Cy to the top' }));
    await user.click(within(list).getByRole('button', { name: 'Move Ann down' }));
    expect(namesIn(list)).toEqual(['Cy', 'Bob', 'Ann']);
    expect(api.calls).not.toContain('orderSubjects');
    await user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(await screen.findByText('The order is saved.')).toBeVisible();
    expect(api.storedSubjects.authors.map(({ name }) => name)).toEqual(['Cy', 'Bob', 'Ann']);
    expect(left.caches).toBe(1);
  });

  test('whoever saves an order that somebody else has changed meanwhile sees that order (STU-37)', async () => {
    const { user, api, list } = await open();
    const [ann, ben, cy] = api.storedSubjects.authors.map(({ id }) => id);
    if (ann === undefined || ben === undefined || cy === undefined)
      throw new Error('Three authors are needed.');
    await api.orderSubjects('authors', [cy, ben, ann], [ann, ben, cy]);
    await user.click(within(list).getByRole('button', { name: 'Move Ann down' }));
    await user.click(screen.getByRole('button', { name: 'Save order' }));
    expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeVisible();
    const now = await screen.findByRole('list', { name: 'Authors' });
    await waitFor(() => expect(namesIn(now)).toEqual(['Cy', 'Bob', 'Ann']));
  });

  test('a series is merged into another one; series of one name are told apart by their authors (STU-39)', async () => {
    const { user, api, left } = await open();
    const tab = screen.getByRole('button', { name: 'Series' });
    await user.click(tab);
    await user.click(await screen.findByRole('button', { name: 'Merge Tides by Bob' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Merge Tides by Bob' }));
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    expect(dialog.getByRole('combobox')).toHaveAccessibleDescription('Choose a name of the list.');
    expect(api.calls).not.toContain('mergeSubject');
    await user.type(dialog.getByRole('combobox', { name: 'Merge into' }), 'Tides by Ann');
    await user.click(dialog.getByRole('button', { name: 'Merge' }));
    const list = await screen.findByRole('list', { name: 'Series' });
    await waitFor(() => expect(list).toHaveTextContent('Tides by Ann · 3 titles'));
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(left.caches).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Authors' }));
    await screen.findByRole('list', { name: 'Authors' });
    expect(screen.queryByRole('button', { name: /^Merge/u })).toBeNull();
  });

  test('collections are ordered in the same way (STU-19)', async () => {
    const { user, api } = await open();
    await user.click(screen.getByRole('button', { name: 'Collections' }));
    const list = await screen.findByRole('list', { name: 'Collections' });
    await user.click(within(list).getByRole('button', { name: 'Move Morning up' }));
    await user.click(screen.getByRole('button', { name: 'Save order' }));
    await screen.findByText('The order is saved.');
    expect(api.calls).toContain('orderCollections');
    expect(within(list).getByRole('link', { name: 'Morning' })).toHaveAttribute('href', '/studio/titles/d');
    // The order that is there is shown again (STU-19).
    await user.click(screen.getByRole('button', { name: 'Authors' }));
    await user.click(screen.getByRole('button', { name: 'Collections' }));
    const again = await screen.findByRole('list', { name: 'Collections' });
    expect(
      within(again)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Morning', 'For the Evening']);
  });
});

describe('the calendar (STU-16)', () => {
  test('shows the starts and ends of a month, each leading to its title', async () => {
    // The doubles start at this instant.
    const { user, clock, address } = renderStudio('/studio/calendar', { titles: [] });
    expect(await screen.findByText('No window starts or ends in this month.')).toBeVisible();
    const now = new Date(clock.now());
    const month = now.toLocaleString('en-GB', { month: 'long', year: 'numeric' });
    expect(screen.getByRole('heading', { level: 2, name: month })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(screen.queryByRole('heading', { level: 2, name: month })).toBeNull();
    expect(address()).toBe('/studio/calendar');
  });

  test('of a full day shows some, and the others on demand', async () => {
    const base = renderStudio('/studio/calendar').clock.now();
    document.body.replaceChildren();
    const till = instant(base + 60_000);
    const titles = Array.from({ length: 1000 }, (_, at) =>
      aTitle(String(at), `Title ${at}`, { item: { validity: { from: 'absent', till } } }),
    );
    const { user } = renderStudio('/studio/calendar', { titles });
    const more = await screen.findByRole('button', { name: '980 more' });
    expect(screen.getAllByRole('link', { name: /Availability ends/u })).toHaveLength(20);
    await user.click(more);
    expect(screen.getAllByRole('link', { name: /Availability ends/u })).toHaveLength(1000);
  });

  test('stays at its month while a title is looked at', async () => {
    const { user } = renderStudio('/studio/calendar');
    await user.click(await screen.findByRole('button', { name: 'Next month' }));
    const month = screen.getByRole('heading', { level: 2 }).textContent ?? '';
    await user.click(screen.getByRole('link', { name: 'Subjects' }));
    await screen.findByRole('heading', { level: 1, name: 'Subjects' });
    await user.click(screen.getByRole('link', { name: 'Calendar' }));
    expect(await screen.findByRole('heading', { level: 2, name: month })).toBeVisible();
  });

  test('names what starts and what ends', async () => {
    const base = renderStudio('/studio/calendar').clock.now();
    document.body.replaceChildren();
    const soon = instant(base + 60_000);
    const { user, address } = renderStudio('/studio/calendar', {
      titles: [
        aTitle('1', 'The Beach', {
          item: { listenFreeWindow: { from: soon, till: instant(base + 120_000) } },
        }),
      ],
    });
    expect(await screen.findByText(/Free listening ends/u)).toBeVisible();
    await user.click(screen.getByRole('link', { name: /Free to listen The Beach/u }));
    await waitFor(() => expect(address()).toBe('/studio/titles/1'));
  });
});
