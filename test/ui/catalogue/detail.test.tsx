import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, test } from 'vitest';
import { MESSAGES } from '../../../src/application/notices-state.ts';
import { authorId, ContentType, narratorId, seriesId } from '../../../src/domain/catalogue/content.ts';
import { instant, seconds } from '../../../src/domain/time.ts';
import { episodes, LONG_BOOK, PODCAST, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, region } from '../render-screen.tsx';

describe('the page of a title', () => {
  test('shows what the title is, and who made it', async () => {
    const book = {
      ...LONG_BOOK,
      description: 'A book that takes its time.',
      authors: [{ id: authorId('ines'), name: 'Ines Odum' }],
      narrators: [
        { id: narratorId('rolf'), name: 'Rolf Berg' },
        { id: narratorId('ana'), name: 'Ana' },
      ],
      series: [
        { id: seriesId('tides'), name: 'Tides', sequence: 'Book Two' },
        { id: seriesId('sea'), name: 'The Sea', sequence: '1-3' },
        { id: seriesId('best'), name: 'Best Books', sequence: null },
      ],
      published: '1998-05',
      language: 'fi',
      categories: ['Fiction'],
    };
    await renderScreen('/audios/long-book', { items: [book], listener: SUBSCRIBER });
    expect(await screen.findByRole('heading', { level: 1, name: 'Long Book' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ines Odum' })).toHaveAttribute('href', '/authors/ines');
    for (const [name, address] of [
      ['Book 2 of Tides', '/series/tides'],
      ['Books 1–3 of The Sea', '/series/sea'],
      ['Best Books', '/series/best'],
      ['Read by Rolf Berg', '/narrators/rolf'],
      ['Ana', '/narrators/ana'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
    }
    expect(screen.getByText('May 1998')).toBeVisible();
    expect(screen.getByText('Finnish')).toBeVisible();
    expect(screen.getByText('A book that takes its time.')).toBeVisible();
    expect(screen.getByText('3 chapters')).toBeVisible();
    expect(screen.getByText('Fiction')).toBeVisible();
  });

  test('offers the editions of the title; each is a page of its own (CAT-207)', async () => {
    const narrators = [{ id: narratorId('rolf'), name: 'Rolf Berg' }];
    const editions = [
      { id: LONG_BOOK.id, title: 'Long Book', runTime: seconds(7200), narrators },
      { id: QUIET_MIND.id, title: 'Long Book, Shortened', runTime: null, narrators: [] },
    ];
    await renderScreen('/audios/long-book', { items: [{ ...LONG_BOOK, editions }], listener: SUBSCRIBER });
    const choice = within(await screen.findByRole('navigation', { name: 'Editions' }));
    const shown = choice.getByRole('link', { name: 'Read by Rolf Berg · 2:00:00' });
    expect(shown).toHaveAttribute('aria-current', 'page');
    expect(choice.getByRole('link', { name: 'Long Book, Shortened' })).toHaveAttribute(
      'href',
      '/audios/quiet-mind',
    );
  });

  test('has a link to the PDF, unless the provider refuses its address (CAT-38)', async () => {
    const item = { ...QUIET_MIND, pdfUrl: '/media/pdf/quiet-mind.pdf' };
    const { app, user } = await renderScreen(`/audios/${item.id}`, { items: [item], listener: SUBSCRIBER });
    const link = await screen.findByRole('link', { name: 'View PDF' });
    app.api.faults.failNext('playback.tokenize', 'forbidden');
    await user.hover(link);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'View PDF' })).toBeNull());
  });

  test('lists the chapters, each with its own Play (CAT-35)', async () => {
    const { user, app } = await renderScreen('/audios/long-book', {
      items: [LONG_BOOK],
      listener: SUBSCRIBER,
    });
    const chapters = await region('Chapters');
    expect(await chapters.findAllByRole('button', { name: /^Play Chapter/ })).toHaveLength(3);

    await user.click(chapters.getByRole('button', { name: 'Play Chapter 2' }));
    expect(await (await region('Player')).findByRole('link', { name: 'Chapter 2' })).toBeVisible();
    expect(app.output.url).toContain('long-book-2.mp3');
    expect(chapters.getByRole('button', { name: 'Pause Chapter 2' })).toBeVisible();
  });

  test('loads every page of a podcast’s episodes', async () => {
    await renderScreen('/audios/podcast', {
      items: [PODCAST],
      episodes: new Map([[PODCAST.id, episodes(55)]]),
      listener: SUBSCRIBER,
    });
    const list = await region('Episodes');
    expect(await list.findByRole('button', { name: 'Play Episode 55' })).toBeVisible();
    expect(list.getByText('55')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false');
  });

  test('leads from an episode to its own page, with its day and its notes (CAT-82)', async () => {
    const [first] = episodes(1);
    if (first === undefined) throw new Error('There is no episode.');
    const episode = {
      ...first,
      description: 'By the river.',
      publishedAt: instant(Date.UTC(2024, 0, 2, 12)),
    };
    await renderScreen('/audios/podcast', {
      items: [PODCAST],
      episodes: new Map([[PODCAST.id, [episode]]]),
      listener: SUBSCRIBER,
    });
    const list = await region('Episodes');
    const link = await list.findByRole('link', { name: episode.title });
    expect(link).toHaveAttribute('href', `/audios/${episode.id}`);
    expect(list.getByText('2 January 2024')).toBeVisible();
    expect(list.getByText(/By the river\./u)).toBeVisible();
  });

  test('groups episodes by season, or shows the newest unheard one first, and marks older ones', async () => {
    const listed = episodes(4).map((each, at) => ({
      ...each,
      season: at < 2 ? 2 : 1,
      runTime: seconds(100),
      publishedAt: instant(Date.UTC(2024, 0, 9 - at, 12)),
      progress: at === 0 ? { position: seconds(100), chapterIndex: null } : null,
    }));
    const { user, app } = await renderScreen('/audios/podcast', {
      items: [PODCAST],
      episodes: new Map([[PODCAST.id, listed]]),
      listener: SUBSCRIBER,
    });
    const list = await region('Episodes');
    const order = () => list.getAllByRole('link').map(({ textContent }) => textContent);
    expect((await list.findAllByRole('heading', { level: 3 })).map((each) => each.textContent)).toEqual([
      'Season 2',
      'Season 1',
    ]);
    expect(list.getByText('Heard · 9 January 2024')).toBeVisible();
    await user.selectOptions(
      list.getByRole('combobox', { name: 'Order of the episodes' }),
      'Newest unheard first',
    );
    await waitFor(() => expect(order()).toEqual(['Episode 2', 'Episode 3', 'Episode 4', 'Episode 1']));
    await user.click(list.getByRole('button', { name: 'Mark older as heard: Episode 2' }));
    await user.click(await screen.findByRole('button', { name: 'Mark as heard' }));
    expect(await screen.findByText('2 episodes are marked as heard.')).toBeVisible();
    expect(app.api.playback.reports.map(({ id }) => id)).toEqual(['episode-3', 'episode-4']);
    expect(order()).toEqual(['Episode 2', 'Episode 1', 'Episode 3', 'Episode 4']);
  });

  test('keeps what is left out of each episode, and the speed (PLAY-124)', async () => {
    const { user, app } = await renderScreen('/audios/podcast', {
      items: [PODCAST],
      episodes: new Map([[PODCAST.id, episodes(2).map((each) => ({ ...each, runTime: seconds(300) }))]]),
      listener: SUBSCRIBER,
    });
    const list = await region('Episodes');
    expect(list.queryByRole('combobox', { name: 'Order of the episodes' })).toBeNull();
    await user.click(await list.findByText('Skips and speed'));
    await user.selectOptions(list.getByRole('combobox', { name: 'Skip at the start' }), '30');
    await user.selectOptions(list.getByRole('combobox', { name: 'Speed of this podcast' }), '2');
    await user.click(list.getByRole('button', { name: 'Play Episode 1' }));
    await waitFor(() => expect(app.output.speed).toBe(2));
    expect(app.output.position()).toBeGreaterThanOrEqual(30);
  });

  test('shows addresses in show notes as links, and plays from their times', async () => {
    const item = {
      ...QUIET_MIND,
      type: ContentType.PODCAST_EPISODE,
      runTime: seconds(600),
      description: 'Notes at https://notes.example/1.\n0:05 Hello\n2:30 The river\n59:00 Beyond the end',
    };
    const { user, app } = await renderScreen(`/audios/${item.id}`, { items: [item], listener: SUBSCRIBER });
    const link = await screen.findByRole('link', { name: 'https://notes.example/1' });
    expect(link).toHaveAttribute('href', 'https://notes.example/1');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(screen.queryByRole('button', { name: 'Play from 59:00' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Play from 2:30' }));
    await region('Player');
    expect(app.output.position()).toBe(150);
    await user.click(screen.getByRole('button', { name: 'Play from 0:05' }));
    await expect.poll(() => app.output.position()).toBe(5);
  });

  test('shows addresses in the description of a title that is no podcast as text', async () => {
    const item = { ...QUIET_MIND, description: 'https://notes.example/1' };
    await renderScreen(`/audios/${item.id}`, { items: [item], listener: SUBSCRIBER });
    expect(await screen.findByText('https://notes.example/1')).toBeVisible();
    expect(screen.queryByRole('link', { name: /notes\.example/u })).toBeNull();
  });

  test('shows times in the description of a book with chapters as text', async () => {
    const book = { ...LONG_BOOK, description: '0:05 Hello' };
    await renderScreen('/audios/long-book', { items: [book], listener: SUBSCRIBER });
    expect(await screen.findByText('0:05 Hello')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Play from/u })).toBeNull();
  });

  test('says of an unknown title that it is not in the catalogue', async () => {
    await renderScreen('/audios/nothing', { items: [QUIET_MIND], listener: SUBSCRIBER });
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(MESSAGES.itemNotFound);
    expect(screen.getByRole('link', { name: 'Browse all' })).toHaveAttribute('href', '/');
  });

  test('loads with Retry after a failure', async () => {
    const { user } = await renderScreen('/audios/quiet-mind', {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
      before: ({ api }) => api.faults.failNext('catalogue.content', 'server'),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Quiet Mind' })).toBeVisible();
  });

  test('announces the position in the address, starts there, and then forgets it', async () => {
    const { user, app, address } = await renderScreen('/audios/long-book?chapter=2&t=90', {
      items: [LONG_BOOK],
      listener: SUBSCRIBER,
    });
    expect(await screen.findByText('Chapter 2, 1:30')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Play Long Book' }));
    await region('Player');
    expect(app.output.url).toContain('long-book-2.mp3');
    expect(app.output.position()).toBe(90);
    await expect.poll(address).toBe('/audios/long-book');
  });

  test('ignores the position in the address on request', async () => {
    const { user, app, address } = await renderScreen('/audios/long-book?chapter=2', {
      items: [LONG_BOOK],
      listener: SUBSCRIBER,
    });
    const ignore = await screen.findByRole('button', { name: 'Start where I left off' });
    await user.click(ignore);
    await waitFor(() => expect(ignore).not.toBeInTheDocument());
    expect(address()).toBe('/audios/long-book');
    await user.click(screen.getByRole('button', { name: 'Play Long Book' }));
    await region('Player');
    expect(app.output.url).toContain('long-book-1.mp3');
  });
});
