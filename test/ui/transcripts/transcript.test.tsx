import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contentId, type ContentItem } from '../../../src/domain/catalogue/content.ts';
import { ok } from '../../../src/domain/result.ts';
import { seconds } from '../../../src/domain/time.ts';
import type { Harness } from '../../harness.ts';
import { episodes, FREE_LISTENER, QUIET_MIND, SUBSCRIBER } from '../../application/titles.ts';
import { renderScreen, region } from '../render-screen.tsx';

const TALK: ContentItem = {
  ...QUIET_MIND,
  transcripts: [{ url: '/t/en.vtt', type: 'text/vtt', language: 'en', label: '' }],
};

const CUES = [
  [1, 'Ada', 'It began at sea.'],
  [3, 'Ada', 'A bear slept.'],
  [5, 'Bo', 'The bears woke.'],
  [7, 'Bo', 'See <b>https://dens.example/a</b>.'],
] as const;

beforeEach(() => {
  // Without heights, a long list would render none of its rows, or all of them.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44);
});

type Sentence = readonly [start: number, speaker: string, text: string];

const putText = (app: Harness, cues: readonly Sentence[] = CUES): void =>
  app.transcripts.put('https://media.invalid/t/en.vtt?token=memory', {
    isTimed: true,
    cues: cues.map(([start, speaker, text]) => ({
      start: seconds(start),
      end: seconds(start + 1),
      speaker,
      text,
    })),
  });

const openPage = async (listener = SUBSCRIBER, cues: readonly Sentence[] = CUES) => {
  const page = await renderScreen(`/audios/${TALK.id}`, {
    items: [TALK],
    listener,
    before: (app) => putText(app, cues),
  });
  await page.user.click(await screen.findByRole('button', { name: 'Transcript' }));
  return page;
};

// The tests share one document. With a selection in it, a click on a sentence plays nothing.
afterEach(() => getSelection()?.removeAllRanges());

describe('the region of a text', () => {
  test('shows every sentence with its speaker, and requests nothing before it is open (TEXT-9)', async () => {
    const { app, user } = await renderScreen(`/audios/${TALK.id}`, {
      items: [TALK],
      listener: SUBSCRIBER,
      before: putText,
    });
    const opener = await screen.findByRole('button', { name: 'Transcript' });
    expect(app.transcripts.fetched).toEqual([]);
    await user.click(opener);
    const text = await region('Transcript');
    expect(await text.findByRole('button', { name: /Ada: ?It began at sea\./ })).toBeVisible();
    expect(text.getByRole('button', { name: 'A bear slept.' })).toBeVisible();
    expect(text.getByRole('list')).toHaveAttribute('lang', 'en');
    const bold = text.getByRole('button', { name: 'See <b>https://dens.example/a</b>.' });
    expect(bold.closest('li')).toHaveAttribute('dir', 'auto');
    expect(text.getByRole('link')).toHaveAttribute('href', 'https://dens.example/a');
    // A screen reader does not read each sentence that is marked.
    expect(text.getByRole('list').closest('[aria-live], [role="status"], [role="log"]')).toBeNull();
  });

  test('plays from a sentence, and marks the one that sounds (TEXT-6)', async () => {
    const { app, user } = await openPage();
    const text = await region('Transcript');
    await user.click(await text.findByRole('button', { name: 'A bear slept.' }));
    await waitFor(() => expect(app.output.isSounding).toBe(true));
    expect(app.output.position()).toBe(3);
    await app.passes(0.3);
    await waitFor(() =>
      expect(text.getByRole('button', { name: 'A bear slept.' })).toHaveAttribute('aria-current', 'true'),
    );
    await app.passes(2);
    await waitFor(() =>
      expect(text.getByRole('button', { current: true })).toHaveTextContent('The bears woke.'),
    );
    expect(text.queryByRole('button', { name: 'Follow' })).toBeNull();
  });

  test('finds words, counts them, and goes to the next and the previous match', async () => {
    const { user } = await openPage();
    const text = await region('Transcript');
    await text.findByRole('button', { name: 'A bear slept.' });
    await user.type(text.getByRole('searchbox', { name: 'Search transcript' }), 'BEÁR');
    expect(text.getByText('1 of 2')).toBeVisible();
    await user.click(text.getByRole('button', { name: 'Next match' }));
    expect(text.getByText('2 of 2')).toBeVisible();
    await user.click(text.getByRole('button', { name: 'Next match' }));
    expect(text.getByText('1 of 2')).toBeVisible();
  });

  test('has only the sentences near the view in the document, and keeps the focus (TEXT-62)', async () => {
    const cues = Array.from({ length: 5000 }, (_, at): Sentence => [at / 20, '', `Sentence ${at + 1}.`]);
    const { app, user } = await openPage(SUBSCRIBER, cues);
    const text = await region('Transcript');
    (await text.findByRole('button', { name: 'Sentence 1.' })).focus();
    await user.keyboard('{End}');
    const last = text.getByRole('button', { name: 'Sentence 5000.' });
    expect(last).toHaveFocus();
    expect(last.closest('li')).toHaveAttribute('aria-posinset', '5000');
    expect(last.closest('li')).toHaveAttribute('aria-setsize', '5000');
    expect(text.getAllByRole('listitem').length).toBeLessThan(100);
    // A selection elsewhere on the page is no reason not to play.
    document.getSelection()?.selectAllChildren(screen.getByRole('main'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(app.output.position()).toBe(249.95));
    await app.passes(0.3);
    await waitFor(() => expect(last).toHaveAttribute('aria-current', 'true'));
    expect(last).toHaveFocus();
    // The sound goes on far away.
    await user.keyboard('{Home}');
    await app.passes(0.3);
    expect(text.getByRole('button', { name: 'Sentence 1.' })).toHaveFocus();
    expect(last).toHaveAttribute('aria-current', 'true');
  });

  test('marks the words that were found, and takes the marks away (TEXT-7)', async () => {
    const { user } = await openPage();
    const text = await region('Transcript');
    const marks = () =>
      within(text.getByRole('list'))
        .queryAllByRole('mark')
        .map((each) => each.textContent);
    await text.findByRole('button', { name: 'A bear slept.' });
    const search = text.getByRole('searchbox', { name: 'Search transcript' });
    await user.type(search, 'BEÁR');
    expect(marks()).toEqual(['bear', 'bear']);
    // The first Escape clears the search, and the text stays.
    await user.keyboard('{Escape}');
    expect(search).toHaveValue('');
    expect(marks()).toEqual([]);
  });

  test('Shift and an arrow that goes back select less (TEXT-12)', async () => {
    const { user } = await openPage();
    const text = await region('Transcript');
    (await text.findByRole('button', { name: /It began at sea/ })).focus();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowUp}{/Shift}');
    expect(document.getSelection()?.toString()).toContain('A bear slept.');
    expect(document.getSelection()?.toString()).not.toContain('The bears woke.');
  });

  test('closes by its button and by Escape, and its opener has the focus (TEXT-69)', async () => {
    const { user } = await openPage();
    const opener = screen.getByRole('button', { name: 'Transcript' });
    const text = await region('Transcript');
    await user.click(text.getByRole('button', { name: 'Close transcript' }));
    expect(opener).toHaveFocus();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener);
    (await (await region('Transcript')).findByRole('button', { name: 'A bear slept.' })).focus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Transcript' })).toBeNull();
    expect(opener).toHaveFocus();
  });

  test('Follow leaves the focus at the sentence that sounds (TEXT-69)', async () => {
    const { app, user } = await openPage();
    const text = await region('Transcript');
    await user.click(await text.findByRole('button', { name: 'A bear slept.' }));
    await waitFor(() => expect(app.output.isSounding).toBe(true));
    await app.passes(0.3);
    await waitFor(() => expect(text.getByRole('button', { current: true })).toBeVisible());
    await user.keyboard('{End}');
    text.getByRole('button', { name: 'Follow' }).focus();
    await user.keyboard('{Enter}');
    expect(text.queryByRole('button', { name: 'Follow' })).toBeNull();
    expect(text.getByRole('button', { current: true })).toHaveFocus();
  });

  test('the choice of a language keeps the focus, and the text stays until the other one is there (TEXT-69)', async () => {
    const { user } = await renderScreen(`/audios/${TALK.id}`, {
      items: [
        {
          ...TALK,
          transcripts: [
            ...TALK.transcripts,
            { url: '/t/fi.vtt', type: 'text/vtt', language: 'fi', label: '' },
            { url: '/t/et.vtt', type: 'text/vtt', language: 'et', label: '' },
          ],
        },
      ],
      listener: SUBSCRIBER,
      before: (app) => {
        putText(app);
        app.transcripts.put('https://media.invalid/t/fi.vtt?token=memory', {
          isTimed: true,
          cues: [{ start: seconds(1), end: seconds(2), speaker: '', text: 'Karhu nukkui.' }],
        });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Transcript' }));
    const text = await region('Transcript');
    const languages = await text.findByRole('combobox', { name: 'Language of the text' });
    expect([...languages.children].map((each) => each.textContent)).toEqual([
      'English',
      'Estonian',
      'Finnish',
    ]);
    await user.selectOptions(languages, 'Finnish');
    expect(await text.findByRole('button', { name: 'Karhu nukkui.' })).toBeVisible();
    expect(text.getByRole('combobox', { name: 'Language of the text' })).toHaveFocus();
    await user.selectOptions(text.getByRole('combobox', { name: 'Language of the text' }), 'English');
    expect(await text.findByRole('button', { name: 'A bear slept.' })).toBeVisible();
    expect(text.getByRole('combobox', { name: 'Language of the text' })).toHaveFocus();
  });

  test('Retry leaves the focus in the region (TEXT-69)', async () => {
    const { app, user } = await renderScreen(`/audios/${TALK.id}`, {
      items: [TALK],
      listener: SUBSCRIBER,
    });
    await user.click(await screen.findByRole('button', { name: 'Transcript' }));
    const text = await region('Transcript');
    (await text.findByRole('button', { name: 'Retry' })).focus();
    putText(app);
    await user.keyboard('{Enter}');
    expect(await text.findByRole('button', { name: 'A bear slept.' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Transcript' })).toHaveFocus();
  });

  test('is printed as a whole, and only while the page is printed (TEXT-70)', async () => {
    await openPage(
      SUBSCRIBER,
      Array.from({ length: 2000 }, (_, at): Sentence => [at / 20, '', `Sentence ${at + 1}.`]),
    );
    const text = await region('Transcript');
    await text.findByRole('button', { name: 'Sentence 1.' });
    expect(text.queryByText('Sentence 1500.')).toBeNull();
    globalThis.dispatchEvent(new Event('beforeprint'));
    expect(text.getByText('Sentence 1500.')).toBeInTheDocument();
    globalThis.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(text.queryByText('Sentence 1500.')).toBeNull());
  });

  test('is not for a listener who may not hear the title (TEXT-8)', async () => {
    const { app } = await openPage(FREE_LISTENER);
    const text = await region('Transcript');
    expect(await text.findByText('This text is for those who may play the title.')).toBeVisible();
    expect(app.transcripts.fetched).toEqual([]);
  });
});

test('the player and the page show a text, never both at the same time (TEXT-64)', async () => {
  const { user } = await openPage();
  await user.click(await screen.findByRole('button', { name: `Play ${TALK.title}` }));
  const player = await region('Player');
  await user.click(await player.findByRole('button', { name: 'Transcript' }));
  const text = within(await player.findByRole('region', { name: 'Transcript' }));
  expect(await text.findByRole('button', { name: 'A bear slept.' })).toBeVisible();
  const page = within(screen.getByRole('main'));
  expect(page.queryByRole('region', { name: 'Transcript' })).toBeNull();
  await user.click(page.getByRole('button', { name: 'Transcript', expanded: false }));
  expect(await page.findByRole('region', { name: 'Transcript' })).toBeVisible();
  expect(player.queryByRole('region', { name: 'Transcript' })).toBeNull();
});

test('a title without a text shows nothing of this (TEXT-9)', async () => {
  await renderScreen(`/audios/${QUIET_MIND.id}`, { items: [QUIET_MIND], listener: SUBSCRIBER });
  await region('Tracks');
  expect(screen.queryByRole('button', { name: 'Transcript' })).toBeNull();
});

test('an episode that a search found, and a sentence of it, lead to the episode', async () => {
  const [episode = QUIET_MIND] = episodes(1);
  const found = {
    ...episode,
    contentId: contentId('a-podcast'),
    matches: [{ chapterIndex: null, trackId: episode.id, start: seconds(5), text: 'A bear slept.' }],
  };
  await renderScreen('/search-results?q=episode', { items: [found], listener: SUBSCRIBER });
  const tile = await screen.findByRole('article', { name: episode.title });
  expect(within(tile).getByRole('link', { name: episode.title })).toHaveAttribute(
    'href',
    `/audios/${episode.id}`,
  );
  expect(await screen.findByRole('link', { name: /A bear slept/ })).toHaveAttribute(
    'href',
    `/audios/${episode.id}?t=5&said=A+bear+slept.`,
  );
});

test.each([
  [SUBSCRIBER, true],
  [FREE_LISTENER, false],
])(
  'a search shows the sentences with their seconds to those who may hear them (TEXT-14)',
  async (listener, isShown) => {
    const found = {
      ...QUIET_MIND,
      matches: [{ chapterIndex: null, trackId: null, start: seconds(65.5), text: 'A bear slept.' }],
    };
    await renderScreen('/search-results?q=quiet', { items: [found], listener });
    await screen.findByRole('article', { name: QUIET_MIND.title });
    if (isShown) {
      const link = await screen.findByRole('link', { name: /A bear slept/ });
      expect(link).toHaveAttribute('href', `/audios/${QUIET_MIND.id}?t=65&said=A+bear+slept.`);
    } else expect(screen.queryByText(/A bear slept/)).toBeNull();
  },
);

describe('a sentence that a search has found', () => {
  const openHit = async (listener = SUBSCRIBER) => {
    const found = {
      ...TALK,
      matches: [{ chapterIndex: null, trackId: null, start: seconds(5), text: 'The bears woke.' }],
    };
    const page = await renderScreen('/search-results?q=quiet', { items: [found], listener, before: putText });
    await page.user.click(await screen.findByRole('link', { name: /The bears woke/ }));
    await screen.findByRole('heading', { level: 1, name: TALK.title });
    return page;
  };
  test('opens the text there, and marks it (TEXT-71)', async () => {
    const { app } = await openHit();
    const text = await region('Transcript');
    const sentence = await text.findByRole('button', { name: /The bears woke\./ });
    expect(text.getAllByRole('mark').map((each) => each.textContent)).toEqual(['The bears woke.']);
    expect(sentence).toHaveAttribute('tabindex', '0');
    expect(app.output.isSounding).toBe(false);
  });

  test('stays open when the title plays from there, and the text follows the sound', async () => {
    const { app, user, address } = await openHit();
    const text = await region('Transcript');
    await user.click(await text.findByRole('button', { name: /The bears woke\./ }));
    await waitFor(() => expect(app.output.position()).toBe(5));
    expect(address()).toContain(`/audios/${TALK.id}`);
    expect(text.getByRole('button', { name: /The bears woke\./ })).toBeVisible();
    await app.passes(2.3);
    await waitFor(() => expect(text.getByRole('button', { current: true })).toHaveTextContent(/See/));
  });

  test('opens no text of a title that has none', async () => {
    await renderScreen(`/audios/${QUIET_MIND.id}?t=5&said=Nothing`, {
      items: [QUIET_MIND],
      listener: SUBSCRIBER,
    });
    await region('Tracks');
    expect(screen.queryByRole('region', { name: 'Transcript' })).toBeNull();
  });
});

test.each([
  [SUBSCRIBER, 'Said: “A bear slept.”'],
  [FREE_LISTENER, null],
])('a result says what is said in it, only to those who may hear it (CAT-332)', async (listener, why) => {
  const found = {
    ...TALK,
    title: 'Other',
    matches: [{ chapterIndex: null, trackId: null, start: seconds(3), text: 'A bear slept.' }],
  };
  await renderScreen('/search-results?q=sleeping', {
    items: [],
    listener,
    before: ({ api }) => {
      api.catalogue.search = async () => ok({ items: [found], next: null });
    },
  });
  const tile = await screen.findByRole('article', { name: 'Other' });
  await waitFor(() => expect(within(tile).queryByText(/^Said: /)?.textContent ?? null).toBe(why));
});
