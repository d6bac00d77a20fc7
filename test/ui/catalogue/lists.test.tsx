import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test, vi, it } from 'vitest';
import * as fc from 'fast-check';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import {
  authorId,
  categoryId,
  contentId,
  type ContentItem,
  narratorId,
  seriesId,
  topicId,
} from '../../../src/domain/catalogue/content.ts';
import { ok } from '../../../src/domain/result.ts';
import { seconds } from '../../../src/domain/time.ts';
import { QUIET_MIND, SUBSCRIBER, title } from '../../application/titles.ts';
import { CONFIGURATION } from '../../harness.ts';
import { renderScreen, region, tile } from '../render-screen.tsx';
import { groupByCategory } from '../../../src/ui/screens/catalogue/lists/search-screen.tsx';
import { aContentItem, PLAIN_ITEM } from '../../arbitraries/content.ts';

/** A configuration without a mobile app. */
const WITHOUT_APP = { ...CONFIGURATION, links: { ...CONFIGURATION.links, mobileApp: null } };

const titles = (count: number) =>
  Array.from({ length: count }, (_, at) => title({ id: contentId(`t${at + 1}`), title: `Title ${at + 1}` }));

test('a list on which nothing changes by the time sets no timer', async () => {
  const { app } = await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
  await tile('Quiet Mind');
  await app.passes(60);
  expect(app.clock.pendingTimers).toBe(0);
});

describe('a list of titles', () => {
  test('shows its titles under its heading', async () => {
    await renderScreen('/trending', { items: [QUIET_MIND], listener: SUBSCRIBER });
    expect(await (await region('Trending Now')).findByRole('article', { name: 'Quiet Mind' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Trending Now' })).toBeVisible();
  });

  test('requests only the covers of its first row with priority', async () => {
    const items = titles(15).map((item) => ({ ...item, imageUrl: '/covers/any.jpg' }));
    await renderScreen('/trending', { items, listener: SUBSCRIBER });
    await tile('Title 15');
    const priorities = items.map(({ title: name }) =>
      screen.getByRole('article', { name }).querySelector('img')?.getAttribute('fetchpriority'),
    );
    expect(priorities.map((priority) => priority === 'high')).toEqual(items.map((_, at) => at < 6));
  });

  test('explains that it is empty and leads on (CAT-27)', async () => {
    const long = { ...QUIET_MIND, runTime: seconds(36_000) };
    const { user, address } = await renderScreen('/quick-listens', { items: [long], listener: SUBSCRIBER });
    expect(await screen.findByText('There are no quick listens right now.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Browse all' }));
    expect(await region('New Releases')).toBeDefined();
    expect(address()).toBe('/');
  });

  test.each([
    ['/library', '/'],
    ['/purchased', '/'],
    ['/recently-listened', '/'],
    ['/favorites', '/new-releases'],
    ['/favorite-podcasts', '/trending'],
    ['/favorite-curated-collections', '/curated-collections'],
    ['/favorite-authors', '/authors'],
  ])('leads on from %s to %s when it is empty (CAT-27)', async (path, next) => {
    await renderScreen(path, { listener: SUBSCRIBER });
    const main = await screen.findByRole('main');
    await waitFor(() => expect(main.querySelector('section a')).toHaveAttribute('href', next));
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('says that it could not be loaded, and loads with Retry', async () => {
    const { user } = await renderScreen('/new-releases', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
      before: ({ api }) => api.faults.failNext('catalogue.newReleases', 'timeout'),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(MESSAGES.listFailed);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await tile('Quiet Mind')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('appends the next page on request, until there is none (CAT-23)', async () => {
    const { user } = await renderScreen('/trending', { items: titles(25), listener: SUBSCRIBER });
    await tile('Title 1');
    expect(screen.queryByRole('article', { name: 'Title 25' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await tile('Title 25')).toBeDefined();
    expect(screen.getByRole('article', { name: 'Title 1' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('keeps what it has when the next page fails', async () => {
    const { user, app } = await renderScreen('/trending', { items: titles(25), listener: SUBSCRIBER });
    await tile('Title 1');
    app.api.faults.failNext('catalogue.trending', 'server');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(MESSAGES.listFailed);
    expect(screen.getByRole('article', { name: 'Title 1' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await tile('Title 25')).toBeDefined();
  });
});

/** The height of a row, and of the window, in CSS pixels. */
const ROW = 200;

/** Gives the rows of a long list a height, which this DOM has not; returns how to scroll. */
const layOut = () => {
  let scrolled = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.matches('li') ? 0 : 0 - scrolled, 200, ROW);
  });
  return (to: number) => {
    scrolled = to;
    window.dispatchEvent(new Event('scroll'));
  };
};

describe('a long list', () => {
  const INES = { id: authorId('ines'), name: 'Ines Odum', imageUrl: null };
  const items = titles(80).map((item) => ({ ...item, authors: [INES] }));

  test('holds only the tiles near the view', async () => {
    const scrollTo = layOut();
    await renderScreen('/authors/ines', { listener: SUBSCRIBER, items, authors: [INES] });
    await tile('Title 1');
    expect(screen.queryByRole('article', { name: 'Title 41' })).toBeNull();
    scrollTo(40 * ROW);
    expect(await tile('Title 41')).toBeDefined();
    expect(screen.queryByRole('article', { name: 'Title 1' })).toBeNull();
  });

  test('shows a placeholder tile while it scrolls, and the full tile once it rests', async () => {
    const scrollTo = layOut();
    await renderScreen('/authors/ines', { listener: SUBSCRIBER, items, authors: [INES] });
    expect((await tile('Title 1')).getByRole('button', { name: 'Play Title 1' })).toBeVisible();
    scrollTo(40 * ROW);
    const placeholder = within(screen.getByRole('article', { name: 'Title 41' }));
    expect(placeholder.getByRole('link', { name: 'Title 41' })).toHaveAttribute('href', '/audios/t41');
    expect(placeholder.queryByRole('button')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Play Title 41' })).toBeVisible();
  });

  test('requests the cover of a title only once its tile is full', async () => {
    const scrollTo = layOut();
    const covered = items.map((item) => ({ ...item, imageUrl: `/covers/${item.id}.webp` }));
    await renderScreen('/authors/ines', { listener: SUBSCRIBER, items: covered, authors: [INES] });
    await tile('Title 1');
    scrollTo(40 * ROW);
    const cover = () => screen.getByRole('article', { name: 'Title 41' }).querySelector('img');
    expect(cover()).toHaveAttribute('src', expect.stringMatching(/^data:image\/gif/));
    await screen.findByRole('button', { name: 'Play Title 41' });
    expect(cover()).toHaveAttribute('src', expect.stringMatching(/\/covers\/t41\.webp$/));
  });

  test('takes no pointer events while rows follow each other, and takes them again once it rests', async () => {
    const scrollTo = layOut();
    await renderScreen('/authors/ines', { listener: SUBSCRIBER, items, authors: [INES] });
    const list = (await screen.findByRole('article', { name: 'Title 1' })).closest('ul');
    scrollTo(20 * ROW);
    expect(list).not.toHaveStyle({ pointerEvents: 'none' });
    scrollTo(40 * ROW);
    expect(list).toHaveStyle({ pointerEvents: 'none' });
    await screen.findByRole('button', { name: 'Play Title 41' });
    expect(list).not.toHaveStyle({ pointerEvents: 'none' });
  });
});

describe('the page of a series (CAT-231)', () => {
  const TIDES = { id: seriesId('tides'), name: 'Tides', imageUrl: null };
  const inTides = (id: string, sequence: string | null): ContentItem =>
    title({ id: contentId(id), title: id, series: [{ id: TIDES.id, name: 'Tides', sequence }] });

  test('has the titles in their order, and says what is missing', async () => {
    const items = [inTides('four', '4'), inTides('extra', null), inTides('both', '1-3'), inTides('one', 'Ⅰ')];
    const seven = inTides('seven', '7');
    await renderScreen('/series/tides', { listener: SUBSCRIBER, items: [...items, seven], series: [TIDES] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Tides' })).toBeVisible();
    const shown = within(screen.getByRole('region', { name: 'Titles' })).getAllByRole('listitem');
    expect(shown.map(({ textContent }) => textContent.slice(0, 16))).toEqual([
      expect.stringMatching(/^Book 1/),
      expect.stringMatching(/^Books 1–3/),
      expect.stringMatching(/^Book 4/),
      expect.stringMatching(/^Books 5–6/),
      expect.stringMatching(/^Book 7/),
      expect.stringMatching(/^No number/),
    ]);
    expect(screen.getByText('Books 5 to 6 are not here')).toBeVisible();
  });

  test('says the number of a title in this series only, also if it is the third series of the title', async () => {
    const item = inTides('four', '4');
    const others = ['Waves', 'Storms'].map((name) => ({ id: seriesId(name), name, sequence: '9' }));
    const items = [{ ...item, series: [...others, ...item.series] }];
    await renderScreen('/series/tides', { listener: SUBSCRIBER, items, series: [TIDES] });
    const titles = await region('Titles');
    expect(titles.getByText('Book 4')).toBeVisible();
    expect(titles.queryByText(/Waves|Storms|Tides/u)).toBeNull();
  });

  test('of 2,000 titles holds only the tiles near the view', async () => {
    layOut();
    const items = Array.from({ length: 2000 }, (_, at) => inTides(`Volume ${at + 1}`, String(at + 1)));
    await renderScreen('/series/tides', { listener: SUBSCRIBER, items, series: [TIDES] });
    await tile('Volume 1');
    expect(screen.getAllByRole('article').length).toBeLessThan(60);
  });
});

describe('authors, narrators and series are browsed (CAT-331)', () => {
  const narrators = Array.from({ length: 20 }, (_, at) => ({
    id: narratorId(`n${at}`),
    name: `Reader ${at}`,
    imageUrl: null,
  }));
  const series = [{ id: seriesId('tides'), name: 'Tides', imageUrl: null }];
  const tabs = () => within(screen.getByRole('navigation', { name: 'People and series' }));

  test('by tabs that lead from one list to another, page by page', async () => {
    const { user, address } = await renderScreen('/authors', { listener: SUBSCRIBER, narrators, series });
    await screen.findByText('There are no authors yet.');
    expect(
      tabs()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Authors', 'Narrators', 'Series']);
    await user.click(tabs().getByRole('link', { name: 'Narrators' }));
    const list = await region('Narrators');
    expect(await list.findByRole('link', { name: 'Reader 14' })).toHaveAttribute('href', '/narrators/n14');
    await user.click(list.getByRole('button', { name: 'Load more' }));
    expect(await list.findByRole('link', { name: 'Reader 19' })).toBeVisible();
    await user.click(tabs().getByRole('link', { name: 'Series' }));
    await user.click(await (await region('Series')).findByRole('link', { name: 'Tides' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Tides' })).toBeVisible();
    expect(address()).toBe('/series/tides');
    await user.click(screen.getByRole('link', { name: 'Series' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Series' })).toBeVisible();
  });

  test('without a tab for a list that has nothing', async () => {
    await renderScreen('/authors', { listener: SUBSCRIBER, series });
    await screen.findByRole('link', { name: 'Series' });
    expect(tabs().queryByRole('link', { name: 'Narrators' })).toBeNull();
  });

  test('and a provider without such lists shows no tabs, and an empty page at their address', async () => {
    await renderScreen('/narrators', {
      listener: SUBSCRIBER,
      before: ({ api }) => {
        for (const call of ['catalogue.narrators', 'catalogue.allSeries'] as const)
          for (let times = 0; times < 2; times += 1) api.faults.failNext(call, 'not-found');
      },
    });
    expect(await screen.findByText('There are no narrators yet.')).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'People and series' })).toBeNull();
  });
});

test('an author and a narrator have first their series, then single titles (CAT-236)', async () => {
  const ROLF = { id: narratorId('rolf'), name: 'Rolf Berg', imageUrl: null };
  const items = [null, '2', '1'].map((sequence, at) =>
    title({
      id: contentId(`t${at}`),
      title: sequence ?? 'Alone',
      narrators: [{ id: ROLF.id, name: ROLF.name }],
      series: sequence === null ? [] : [{ id: seriesId('tides'), name: 'Tides', sequence }],
    }),
  );
  await renderScreen('/narrators/rolf', { listener: SUBSCRIBER, items, narrators: [ROLF] });
  const regions = (await screen.findAllByRole('region')).filter(
    (each) => within(each).queryAllByRole('article').length > 0,
  );
  expect(regions.map((each) => within(each).getByRole('heading', { level: 2 }).textContent)).toEqual([
    'Tides',
    'Single titles',
  ]);
  const tiles = (await region('Tides')).getAllByRole('article');
  expect(tiles.map((each) => within(each).getByRole('heading').textContent)).toEqual(['1', '2']);
  expect(screen.getByRole('link', { name: 'See All Tides' })).toHaveAttribute('href', '/series/tides');
});

describe('sorting and filtering (CAT-233)', () => {
  const named = (name: string, at: number) =>
    title({
      id: contentId(name),
      title: name,
      isFavorite: true,
      language: at === 0 ? 'fi' : 'en',
      narrators: at === 0 ? [] : [{ id: narratorId('rolf'), name: 'Rolf Berg' }],
    });
  const items = ['Bay', 'Cape', 'Ayr'].map(named);
  const open = async (path: string, arranges = true) =>
    renderScreen(path, { items, listener: SUBSCRIBER, arranges });
  const shown = () =>
    screen.getAllByRole('article').map((each) => within(each).getByRole('heading').textContent);

  test('is not offered where the provider does not offer it', async () => {
    await open('/library', false);
    await tile('Bay');
    expect(screen.queryByRole('combobox', { name: 'Sort' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
  });

  test('is in the address, keeps the focus, and is remembered for the page (CAT-237)', async () => {
    const { user, address } = await open('/library');
    const sort = await screen.findByRole('combobox', { name: 'Sort' });
    await user.selectOptions(sort, 'Title A–Z');
    await waitFor(() => expect(shown()).toEqual(['Ayr', 'Bay', 'Cape']));
    expect(address()).toBe('/library?sort=title');
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Recent' }));
    await screen.findByRole('heading', { level: 1, name: 'Recently Listened' });
    await user.click(screen.getByRole('link', { name: 'All' }));
    await waitFor(() => expect(address()).toBe('/library?sort=title'));
    await waitFor(() => expect(shown()).toEqual(['Ayr', 'Bay', 'Cape']));
  });

  test.each([
    '/library',
    '/purchased',
    '/new-releases',
    '/recommended',
    '/trending',
    '/discounted',
    '/curated-collections',
    '/quick-listens',
    '/favorites',
    '/favorite-podcasts',
    '/favorite-curated-collections',
  ])('%s asks for the sort that is chosen, and for the one of its address (CAT-233)', async (path) => {
    const { user, address } = await open(path);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'Title A–Z');
    await waitFor(() => expect(address()).toBe(`${path}?sort=title`));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveValue('title'));
  });

  test('quick listens are sorted and filtered (CAT-233)', async () => {
    const { user } = await renderScreen('/quick-listens?filter.language=en', {
      items: items.map((item) => ({ ...item, runTime: seconds(600) })),
      listener: SUBSCRIBER,
      arranges: true,
    });
    await waitFor(() => expect(shown()).toEqual(['Cape', 'Ayr']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Title A–Z');
    await waitFor(() => expect(shown()).toEqual(['Ayr', 'Cape']));
  });

  test('is not offered for what was listened to last, whatever the provider says', async () => {
    await renderScreen('/recently-listened', {
      items,
      listener: SUBSCRIBER,
      arranges: true,
      before: ({ api }) => {
        const { activeContent } = api.playback;
        api.playback.activeContent = async (...asked) => {
          const sent = await activeContent.apply(api.playback, asked);
          return sent.ok ? ok({ ...sent.value, offered: { sorts: ['title'], filters: {} } }) : sent;
        };
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Recently Listened' })).toBeVisible();
    await screen.findByText('What you listen to stands here, at the place where you left it.');
    expect(screen.queryByRole('combobox', { name: 'Sort' })).toBeNull();
  });

  test('filters by checkboxes in a dialog, and shows the chosen ones as chips with their number', async () => {
    const { user, address } = await open('/new-releases');
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    const languages = within(dialog.getByRole('group', { name: 'Language' }));
    await user.click(languages.getByRole('checkbox', { name: 'English' }));
    await user.click(languages.getByRole('checkbox', { name: 'Finnish' }));
    await user.click(
      within(dialog.getByRole('group', { name: 'Narrator' })).getByRole('checkbox', { name: 'Rolf Berg' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Show titles' }));
    await waitFor(() => expect(shown()).toEqual(['Cape', 'Ayr']));
    expect(address()).toBe('/new-releases?filter.language=en&filter.language=fi&filter.narrator=Rolf+Berg');
    const chips = within(screen.getByRole('group', { name: 'Active filters' }));
    expect(chips.getByText('3 filters')).toBeVisible();
    await user.click(chips.getByRole('button', { name: 'Remove filter Narrator: Rolf Berg' }));
    await waitFor(() => expect(shown()).toEqual(['Bay', 'Cape', 'Ayr']));
    expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
  });

  test('says that nothing matches, and clears the filters', async () => {
    const { user, address } = await open('/new-releases?filter.language=fi&filter.narrator=Rolf+Berg');
    expect(await screen.findByText('No title matches these filters.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) ?? document.body);
    await waitFor(() => expect(shown()).toEqual(['Bay', 'Cape', 'Ayr']));
    expect(address()).toBe('/new-releases');
  });

  test('ignores a filter of an old link that no longer exists (CAT-234)', async () => {
    await open('/new-releases?filter.mood=calm&filter.language=fi&sort=mood');
    await waitFor(() => expect(shown()).toEqual(['Bay']));
    expect(screen.getByText('1 filter')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveValue('');
  });

  test('shows what is downloaded, without telling the provider (CAT-206)', async () => {
    const { user, app, address } = await renderScreen('/library', {
      items: [...items, { ...QUIET_MIND, isFavorite: true }],
      listener: SUBSCRIBER,
      arranges: true,
      ports: { configuration: WITHOUT_APP },
    });
    await (await app.services.openDownloads()).downloadAudio.download(QUIET_MIND);
    await app.passes(30);
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Filter' }));
    const group = within(await dialog.findByRole('group', { name: 'Downloaded' }));
    await user.click(group.getByRole('checkbox', { name: 'Yes' }));
    await waitFor(() => expect(shown()).toEqual(['Quiet Mind']));
    expect(address()).toBe('/library?filter.downloaded=yes');
    await user.click(
      within(dialog.getByRole('group', { name: 'Language' })).getByRole('checkbox', { name: 'Finnish' }),
    );
    expect(await screen.findByText('No title matches these filters.')).toBeVisible();
    expect(screen.getByText('2 filters')).toBeVisible();
  });

  test('turns the groups of a category into one list, and back', async () => {
    const { user, address } = await renderScreen('/categories/sleep', {
      items: items.map((item) => ({ ...item, categories: ['Sleep'], topics: ['Rain'] })),
      categories: [{ id: categoryId('sleep'), name: 'Sleep', imageUrl: null }],
      topics: [{ id: topicId('rain'), name: 'Rain', imageUrl: null }],
      listener: SUBSCRIBER,
      arranges: true,
    });
    await region('Rain');
    const sort = await screen.findByRole('combobox', { name: 'Sort' });
    await user.selectOptions(sort, 'Title A–Z');
    await waitFor(() => expect(shown()).toEqual(['Ayr', 'Bay', 'Cape']));
    expect(screen.queryByRole('region', { name: 'Rain' })).toBeNull();
    expect(address()).toBe('/categories/sleep?sort=title');
    expect(screen.getByRole('combobox', { name: 'Sort' })).toHaveFocus();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Default order');
    await region('Rain');
  });

  test('keeps the term of a search, and shows one list instead of groups', async () => {
    const { user, address } = await open('/search-results?q=a');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort' }), 'Title Z–A');
    await waitFor(() => expect(address()).toContain('q=a'));
    expect(address()).toContain('sort=-title');
    expect(await tile('Ayr')).toBeDefined();
  });
});

describe('many titles at once (CAT-238)', () => {
  const open = async () => {
    const items = titles(5).map((item, at) => ({
      ...item,
      isPurchased: true,
      url: at < 4 ? item.url : null,
      runTime: seconds(600),
      isFavorite: at > 2,
      progress: at > 0 ? { position: seconds(60), chapterIndex: null } : null,
    }));
    const opened = await renderScreen('/library', {
      items,
      listener: SUBSCRIBER,
      ports: { configuration: WITHOUT_APP },
    });
    await opened.user.click(await screen.findByRole('button', { name: 'Select' }));
    return opened;
  };
  const box = (at: number) => screen.getByRole('checkbox', { name: `Select Title ${at}` });
  const chosen = () =>
    screen.getAllByRole('checkbox', { checked: true }).map((each) => each.getAttribute('aria-label'));

  test('are selected by click, Shift and keys, and their number is said', async () => {
    const { user } = await open();
    expect(box(1)).toHaveFocus();
    await user.keyboard(' ');
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(chosen()).toEqual(['Select Title 1', 'Select Title 2', 'Select Title 3']);
    expect(screen.getByText('3 titles selected')).toBeVisible();
    await user.click(box(2));
    await user.keyboard('{Shift>}');
    await user.click(box(5));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('5 titles selected')).toBeVisible();
    await user.click(box(1));
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByText('5 titles selected')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Select' })).toHaveFocus();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('a range shrinks when Shift and an arrow go back, and keeps what was selected before', async () => {
    const { user } = await open();
    await user.click(box(5));
    box(1).focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Shift}');
    expect(chosen()).toEqual(['Select Title 2', 'Select Title 3', 'Select Title 5']);
  });

  test('are all selected and cleared by a button, also those that are not on the page yet', async () => {
    const items = titles(60).map((item) => ({ ...item, isFavorite: true }));
    const { user } = await renderScreen('/favorites', { items, listener: SUBSCRIBER });
    await user.click(await screen.findByRole('button', { name: 'Select' }));
    await user.click(screen.getByRole('button', { name: 'Select all' }));
    expect(await screen.findByText('60 titles selected')).toBeVisible();
    const clear = screen.getByRole('button', { name: 'Clear selection' });
    expect(clear).toHaveFocus();
    await user.click(clear);
    expect(screen.getByText('0 titles selected')).toBeVisible();
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  });

  test('are offered only what changes one of them', async () => {
    const { user } = await open();
    const offered = () =>
      screen
        .getAllByRole('button')
        .filter(
          (button) => button.closest('[role="toolbar"]') && button.getAttribute('aria-disabled') !== 'true',
        )
        .map((button) => button.textContent);
    expect(offered()).toEqual(['Select all', 'Cancel']);
    await user.click(box(1));
    expect(offered()).toEqual([
      'Select all',
      'Cancel',
      'Mark as finished',
      'Save',
      'Download',
      'Add to Up Next',
    ]);
    await user.click(box(1));
    await user.click(box(4));
    expect(offered()).toEqual([
      'Select all',
      'Cancel',
      'Mark as finished',
      'Mark as unheard',
      'Unsave',
      'Download',
      'Add to Up Next',
    ]);
  });

  test('are removed from what is saved, and only those that are saved', async () => {
    const { user, app } = await open();
    await user.click(box(1));
    await user.click(box(4));
    await user.click(screen.getByRole('button', { name: 'Unsave' }));
    await waitFor(() => expect(app.notices.at(-1)).toBe('1 title was removed from what you saved.'));
    expect(screen.getByText('1 title was removed from what you saved.').closest('[role]')).toHaveAttribute(
      'role',
      'status',
    );
  });

  test('are saved, and a message names the ones that failed', async () => {
    const { user, app } = await open();
    await user.click(box(1));
    await user.click(box(2));
    app.api.faults.failNext('favorites.saveContent', 'server');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.notices.at(-1)).toBe('1 title was saved. Not saved: “Title 1”.'));
    expect(screen.getByText('0 titles selected')).toBeVisible();
  });

  test('are marked as finished, by the end of each', async () => {
    const { user, app } = await open();
    await user.click(box(3));
    await user.click(box(4));
    await user.click(screen.getByRole('button', { name: 'Mark as finished' }));
    await waitFor(() => expect(app.notices.at(-1)).toBe('2 titles were marked as finished.'));
    expect(app.api.playback.reports).toMatchObject([
      { id: 't3', lastPosition: 600_000 },
      { id: 't4', lastPosition: 600_000 },
    ]);
  });

  test('can be marked as unheard, added to Up Next and downloaded; a message names a download that failed', async () => {
    const { user, app } = await open();
    const choose = async () => {
      await user.click(box(3));
      await user.click(box(4));
    };
    await choose();
    await user.click(screen.getByRole('button', { name: 'Mark as unheard' }));
    await waitFor(() => expect(app.notices.at(-1)).toBe('2 titles were marked as unheard.'));
    expect(app.api.playback.reports).toMatchObject([
      { id: 't3', lastPosition: 1000 },
      { id: 't4', lastPosition: 1000 },
    ]);
    await choose();
    await user.click(screen.getByRole('button', { name: 'Add to Up Next' }));
    await waitFor(() => expect(app.notices.at(-1)).toBe('2 titles were added to Up Next.'));
    await choose();
    await user.click(box(5));
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() =>
      expect(app.notices.at(-1)).toBe(
        '2 titles were added to the downloads. Not added to the downloads: “Title 5”.',
      ),
    );
    const { downloads } = await app.services.openDownloads();
    await waitFor(() =>
      expect(downloads.downloads.map(({ item }) => item.title).toSorted()).toEqual(['Title 3', 'Title 4']),
    );
  });
});

const result = (id: string, ...categories: readonly string[]) => ({
  ...PLAIN_ITEM,
  id: contentId(id),
  categories,
});

describe('grouping search results by category', () => {
  it('keeps the order of results and categories (CAT-32)', () => {
    const [sleep, none, focus] = [result('1', 'Sleep'), result('2'), result('3', 'Focus', 'Sleep')];
    const more = result('4', 'Sleep');
    expect(groupByCategory([sleep, none, focus, more])).toEqual([
      { category: 'Sleep', items: [sleep, more] },
      { category: null, items: [none] },
      { category: 'Focus', items: [focus] },
    ]);
  });

  it('loses no result and shows none twice', () => {
    fc.assert(
      fc.property(fc.array(aContentItem()), (items) => {
        const shown = groupByCategory(items).flatMap((group) => group.items);
        return shown.length === items.length && items.every((item) => shown.includes(item));
      }),
    );
  });
});
