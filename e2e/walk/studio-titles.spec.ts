import { expect, type Page, test } from '@playwright/test';
import { mp3, tone } from 'audio-streaming-provider/test/library/support/make-audio';
import { t } from 'audio-streaming-translations/translate';
import { AT, NAME, PUBLIC_FEED } from '../support/studio-states.ts';
import {
  changing,
  dialog,
  failing,
  idOf,
  studioOfFile,
  type StudioScreen,
  type StudioStep,
  walkStudio,
  within,
} from '../support/studio-walk.ts';
import { escape, main, press } from '../support/walk.ts';

const COLLECTION = 'An evening at the sea';

const studio = studioOfFile(async (own) => {
  own.write('The Beach/1.mp3', await mp3(tone(3, 300)));
  own.write('The Beach/2.mp3', await mp3(tone(3, 320)));
  own.write(
    'The Beach/metadata.json',
    JSON.stringify({
      title: 'The Beach',
      authors: ['Ann Author', NAME],
      narrators: ['Nell Narrator'],
      series: ['Tides of the West #2', 'A very long series of walks along the water #12'],
      genres: ['Fiction'],
      tags: ['Sea'],
      description: 'A walk along the water.',
    }),
  );
  own.write('Waves/1.mp3', await mp3(tone(3, 350)));
  own.write('A Walk/1.mp3', await mp3(tone(3, 400)));
  await own.start();
});

const form = (page: Page) => main(page).locator('form').first();
const fillTitle = async (page: Page, title: string): Promise<void> =>
  form(page).locator('input[type="text"]').first().fill(title);
const save = async (page: Page): Promise<void> => form(page).locator('button[type="submit"]').click();

/** Fills the dates of the windows, and a price. */
const fillWindows = async (page: Page, dates: readonly string[], price: string): Promise<void> => {
  const times = form(page).locator('input[type="datetime-local"]');
  for (const [at, date] of dates.entries()) if (date !== '') await times.nth(at).fill(`${date}T12:00`);
  await form(page).locator('input[inputmode="decimal"]').first().fill(price);
};

/** The editor asks before it is left, so a screen has to end without unsaved changes. */
const discard = async (page: Page): Promise<void> => press(page, t('Discard changes'));

const transcript = (id: string, changes: object): object => ({
  id,
  language: 'en',
  source: 'studio',
  origin: '',
  is_timed: true,
  is_shown: true,
  chapters: [0],
  ...changes,
});

/** Gives the title everything that it can have: other values in its source, an editor, a feed, transcripts and a PDF. */
const withEverything = changing((sent) => ({
  ...sent,
  item: { ...within(sent, 'item'), pdf_url: '/media/beach.pdf' },
  found: {
    title: 'The Long Beach',
    description: 'Another walk.',
    authors: ['Ann Author'],
    narrators: [],
    series: [{ name: 'Tides of the West', sequence: '3' }],
    categories: ['Fiction', 'Nature'],
    topics: ['Sea', 'Summer'],
    valid_from: AT,
    valid_till: AT,
    listen_free_start: AT,
    listen_free_end: AT,
    has_listen_free_content: true,
    discount_price: 4.99,
    discount_start: AT,
    discount_end: AT,
  },
  edited: ['title'],
  edited_at: AT,
  edited_by: NAME,
  public_feed: PUBLIC_FEED,
  transcripts: [
    transcript('one', {}),
    transcript('two', { language: 'pt-BR', source: 'file', origin: '1.pt-BR.vtt', chapters: [1, 2] }),
    transcript('three', {
      source: 'inside',
      origin: '2.mp3',
      is_timed: false,
      is_shown: false,
      chapters: [2],
    }),
    transcript('four', { language: '', source: 'feed', origin: 'https://podcasts.example.org/beach.srt' }),
  ],
}));

const PARTS = {
  parts: [1, 2].map((chapter) => ({
    chapter,
    title: `Chapter ${chapter}`,
    sound: null,
    cues: [
      { start: 0, text: 'The tide comes in.', speaker: 'Ann' },
      { start: 75.5, text: 'And it goes out again.' },
    ],
    is_whole: chapter === 1,
  })),
};

/** Searches for titles in a field, and waits until they are listed. */
const find =
  (label: () => string): StudioStep =>
  async (page) => {
    await main(page).getByLabel(label(), { exact: true }).fill('a');
    await expect(main(page).locator('[aria-label] > li').last()).toBeVisible();
  };

const TITLES: readonly StudioScreen[] = [
  {
    path: 'The Beach',
    name: 'with everything',
    before: async (page, sent) => {
      await withEverything(page, sent);
      sent.send(`GET titles/${idOf(page)}/transcripts/one`, PARTS);
    },
    open: async (page) => {
      await press(page, t('Show with the sound'));
      await expect(main(page).getByText('The tide comes in.').first()).toBeVisible();
      await press(page, t('Copy address'));
    },
  },
  {
    path: 'The Beach',
    name: 'with unsaved windows',
    open: async (page) => {
      await fillWindows(
        page,
        ['2026-05-03', '2026-12-24', '2026-06-01', '2026-07-01', '2026-06-15', '2026-08-01'],
        '4.99',
      );
      await main(page).locator('#preview button[aria-pressed]').first().click();
    },
    close: discard,
  },
  {
    path: 'The Beach',
    name: 'with incomplete windows, and what was typed before',
    open: async (page) => {
      await fillWindows(page, ['', '2026-12-24', '2026-06-01'], '5');
      await page.reload();
      await expect(
        main(page).getByText(t('What you typed before is back. It is not saved yet.')),
      ).toBeVisible();
    },
    close: discard,
  },
  {
    path: 'The Beach',
    name: 'with refused fields',
    open: async (page) => {
      await fillTitle(page, '');
      await fillWindows(
        page,
        ['2026-05-03', '2026-05-02', '2026-05-03', '2026-05-02', '2026-05-03', '2026-05-02'],
        'a lot',
      );
      await press(page, t('Add series'));
      await form(page).locator('[role="group"] input[placeholder="2"]').last().fill('7');
      await save(page);
      await expect(form(page).getByRole('alert').first()).toBeVisible();
    },
    close: discard,
  },
  {
    path: 'The Beach',
    name: 'that somebody else has changed',
    before: async (page, sent) => {
      await fillTitle(page, 'The Wide Beach');
      await changing((now) => ({
        ...now,
        version: 'another',
        edited_by: NAME,
        item: { ...within(now, 'item'), title: 'The Long Beach', description: 'Another walk.' },
      }))(page, sent);
    },
    // What was typed comes back in each language.
    open: (page) => expect(form(page).getByRole('alert').first()).toBeVisible(),
  },
  {
    path: 'The Beach',
    name: 'that is left',
    open: async (page) => {
      await fillTitle(page, 'The Long Beach');
      await main(page).locator('a[href="/studio#catalogue"]').click();
      await expect(dialog(page)).toBeVisible();
    },
    close: async (page) => {
      await escape(page, null);
      await discard(page);
    },
  },
  { path: 'Waves', name: 'another edition, to be found', open: find(() => t('Another edition of')) },
  {
    path: 'Waves',
    name: 'an edition, hidden',
    before: changing((sent) => ({
      ...sent,
      state: 'hidden',
      edition_of: { id: 'a', title: 'A very long walk along the water, in the company of three dogs' },
    })),
  },
  {
    path: 'Waves',
    name: 'with editions, and without files',
    before: changing((sent) => ({
      ...sent,
      state: 'missing',
      edited_at: AT,
      editions: [{ id: 'a', title: 'A very long walk along the water, in the company of three dogs' }],
    })),
  },
  {
    path: 'Waves',
    name: 'a refused PDF',
    open: async (page) => {
      const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') };
      await main(page).locator('input[accept*="pdf"]').setInputFiles(file);
      await page.getByRole('button', { name: t('Dismiss') }).focus();
    },
    close: (page) => page.getByRole('button', { name: t('Dismiss') }).click(),
  },
  {
    path: 'Waves',
    name: 'a podcast',
    before: changing((sent) => ({
      ...sent,
      kind: 'podcast',
      item: { ...within(sent, 'item'), content_type: 3 },
    })),
  },
  {
    path: 'Waves',
    name: 'that is not there',
    before: async (page, sent) => failing({ [`GET titles/${idOf(page)}`]: 404 })(page, sent),
  },
];

const COLLECTIONS: readonly StudioScreen[] = [
  {
    path: COLLECTION,
    name: 'in another order, with titles to add',
    open: async (page, sent) => {
      await main(page).locator('ol li:last-child button').first().click();
      await find(() => t('Add titles'))(page, sent);
    },
    close: discard,
  },
  {
    path: COLLECTION,
    name: 'its end',
    open: async (page) => {
      await press(page, t('Delete collection'));
      await expect(dialog(page)).toBeVisible();
    },
    close: escape,
  },
  {
    path: COLLECTION,
    name: 'that is empty',
    before: changing((sent) => ({ ...sent, state: 'missing', members: [] })),
  },
];

const makeCollection = async (page: Page): Promise<void> => {
  for (const name of ['Select The Beach', 'Select Waves'])
    await main(page).getByRole('checkbox', { name, exact: true }).check();
  await press(page, 'New collection');
  await dialog(page).locator('input').fill(COLLECTION);
  await dialog(page).locator('button[type="submit"]').click();
  await expect(page.getByRole('heading', { level: 1, name: COLLECTION })).toBeVisible();
};

for (const [what, screens, first] of [
  ['the editor of titles', TITLES, undefined],
  ['the editor of collections', COLLECTIONS, makeCollection],
] as const) {
  test(`no text of ${what} is cut, covered or left in English, in Arabic, German and longer words (LANG-5, LANG-15)`, async ({
    page,
  }) => {
    test.slow();
    await walkStudio(page, studio, screens, first);
  });
}
