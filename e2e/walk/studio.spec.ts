import { expect, type Page, test } from '@playwright/test';
import { t } from 'audio-streaming-translations/translate';
import {
  CALENDAR,
  COLLECTIONS,
  FEEDS,
  IMPORT_LINES,
  IMPORTS,
  SUBJECTS,
  TITLES,
} from '../support/studio-states.ts';
import {
  ask,
  dialog,
  failing,
  sending,
  studioOfFile,
  type StudioScreen,
  type StudioStep,
  walkStudio,
} from '../support/studio-walk.ts';
import { escape, main, press } from '../support/walk.ts';

const studio = studioOfFile((own) => own.startWith(['The Beach', 'Waves']));

/** Presses the button of an open dialog. */
const submitDialog = async (page: Page): Promise<void> => {
  await dialog(page).locator('button[type="submit"]').click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
};

const EVERYTHING = {
  'GET titles': TITLES,
  'GET imports': IMPORTS,
  'GET imports/2': IMPORT_LINES,
  'GET imports/4': { lines: [], left_out: 0 },
  'GET feeds': FEEDS,
};

const chooseFiles = async (page: Page, names: readonly string[]): Promise<void> =>
  page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles(
      names.map((name) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.alloc(2_000_000, name) })),
    );

/** Files in each state: refused, interrupted, being sent, and waiting. */
const upload: StudioStep = async (page) => {
  await sendingNothing(page, 413);
  await chooseFiles(page, ['Interrupted, a second walk along the water.mp3']);
  await expect(page.getByText('Interrupted', { exact: true })).toBeVisible();
  await page.unroute(UPLOADS);
  await chooseFiles(page, ['program.exe']);
  await expect(page.getByText('Refused', { exact: true })).toBeVisible();
  await sendingNothing(page, null);
  await chooseFiles(page, ['First.mp3', 'Second.mp3', 'Third.mp3', 'Fourth.mp3']);
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
};

const UPLOADS = /\/api\/studio\/uploads/u;
/** Ends what is uploaded with this status, or keeps it waiting. */
const sendingNothing = async (page: Page, status: number | null): Promise<void> => {
  await page.route(UPLOADS, async (route) => {
    if (status !== null) await route.fulfill({ status, body: '' });
  });
};

/** Opens both reports, which stay open. */
const openReports: StudioStep = async (page) => {
  for (const at of [1, 3]) {
    const button = main(page).locator('#imports li button[aria-expanded]').nth(at);
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  }
  await expect(main(page).locator('#imports h3').first()).toBeVisible();
};

/** Adds the podcasts of a file. One of them is still being read. */
const importPodcasts: StudioStep = async (page, sent) => {
  const feeds = ['Harbour Talk', 'Night Trains', 'Slow Rivers'].map((title) => ({
    title,
    url: `https://podcasts.example.org/${title}`,
  }));
  sent.send('POST feeds/opml', { feeds });
  let calls = 0;
  const messages = ['This podcast is there already, as Harbour Talk.', 'The host answers 500.'];
  await page.route(/\/api\/studio\/feeds$/u, async (route) => {
    const message = route.request().method() === 'POST' ? messages[calls++] : '';
    if (message === '') await route.fallback();
    else if (message !== undefined)
      await route.fulfill({ status: calls === 1 ? 409 : 422, json: { error: { message } } });
  });
  await main(page)
    .locator('#feeds input[type="file"]')
    .setInputFiles({ name: 'podcasts.opml', mimeType: 'text/xml', buffer: Buffer.from('<opml/>') });
  await expect(page.getByText('2 of 3 podcasts. Keep this page open.')).toBeVisible();
};

const HOME: readonly StudioScreen[] = [
  {
    path: '/studio',
    before: async (page, sent) => {
      await sending(EVERYTHING)(page, sent);
      await page.route(UPLOADS, (route) => route.fallback());
    },
    open: openReports,
  },
  {
    path: '/studio',
    name: 'a selection, and uploads',
    before: async (page, sent) => {
      await sending(EVERYTHING)(page, sent);
      await main(page).getByRole('checkbox').first().check();
      await upload(page, sent);
    },
    close: (page) => page.unroute(UPLOADS),
  },
  {
    path: '/studio',
    name: 'nothing found, and a refused address',
    before: sending({ 'GET feeds': FEEDS }),
    open: async (page) => {
      await main(page).locator('#feeds form input').first().fill('example');
      await main(page).locator('#feeds form button[type="submit"]').click();
      await main(page).locator('input[type="search"]').fill('zzqqxx');
      await expect(main(page).getByText(t('No title matches this search.'))).toBeVisible();
      await expect(main(page).locator('#feeds').getByRole('alert')).toBeVisible();
    },
    close: (page) => main(page).locator('input[type="search"]').fill(''),
  },
  {
    path: '/studio',
    name: 'nothing yet',
    before: sending({
      'GET titles': { total: 0, titles: [] },
      'GET imports': { folders: IMPORTS.folders, imports: [] },
      'GET feeds': { feeds: [] },
    }),
  },
  {
    path: '/studio',
    name: 'podcasts of a file',
    before: importPodcasts,
    close: (page) => page.unroute(/\/api\/studio\/feeds$/u),
  },
  {
    path: '/studio',
    name: 'a new collection',
    open: async (page, sent) => {
      await ask(() => t('New collection'))(page, sent);
      await submitDialog(page);
    },
    close: escape,
  },
  {
    path: '/studio',
    name: 'the end of a feed',
    before: sending({ 'GET feeds': FEEDS }),
    open: ask(() => t('Remove {title}', { title: 'Harbour Talk' })),
    close: escape,
  },
  {
    path: '/studio',
    name: 'a notice',
    open: async (page) => {
      await main(page).getByRole('checkbox').nth(1).check();
      await press(page, t('Publish'));
      await page.getByRole('button', { name: t('Dismiss') }).focus();
    },
    close: (page) => page.getByRole('button', { name: t('Dismiss') }).click(),
  },
  {
    path: '/studio',
    name: 'a notice of a failure',
    before: failing({ 'GET feeds': 500, 'GET imports': 403, 'GET titles': 404, 'POST imports': 429 }),
    open: async (page) => {
      await press(page, t('Import now'));
      await page.getByRole('button', { name: t('Dismiss') }).focus();
    },
    close: (page) => page.getByRole('button', { name: t('Dismiss') }).click(),
  },
  { path: '/studio/nowhere' },
  { path: '/studio', name: 'for a listener', before: sendingRole('listener') },
  { path: '/studio', name: 'for a publisher', before: sendingRole('publisher') },
  { path: '/studio', name: 'a provider that is away', before: failing({ 'GET me': 500 }) },
];

/** Opens the studio as a person who is not an owner. */
function sendingRole(role: 'listener' | 'publisher'): StudioStep {
  return async (page, sent) => {
    if (role === 'listener') sent.send('GET me', {}, 403);
    else sent.send('GET me', { email: 'pia@example.org', name: 'pia', role });
    await page.goto(page.url().replace(/\/studio$/u, '/studio/members'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
}

const openList =
  (name: string): StudioStep =>
  async (page) => {
    await press(page, name);
    await expect(main(page).getByRole('listitem').first()).toBeVisible();
  };

const OVERVIEWS: readonly StudioScreen[] = [
  {
    path: '/studio/calendar',
    before: sending({ 'GET windows': CALENDAR }),
    open: async (page) => {
      const more = main(page).locator('td > button:visible').first();
      await expect(more).toBeVisible();
    },
  },
  {
    path: '/studio/calendar',
    name: 'an empty month',
    before: sending({ 'GET windows': { titles: [], is_complete: true } }),
  },
  { path: '/studio/calendar', name: 'that cannot be had', before: failing({ 'GET windows': 404 }) },
  {
    path: '/studio/subjects',
    name: 'another order',
    before: sending({ 'GET subjects/authors': SUBJECTS }),
    open: async (page) => {
      await press(page, t('Move {name} down', { name: 'Ann Author' }));
      await expect(main(page).getByRole('button', { name: t('Save order') })).toBeVisible();
    },
  },
  {
    path: '/studio/subjects',
    name: 'series',
    before: async (page, sent) => {
      await sending({ 'GET subjects/series': SUBJECTS })(page, sent);
      await openList('Series')(page, sent);
    },
  },
  {
    path: '/studio/subjects',
    name: 'a new name',
    before: sending({ 'GET subjects/authors': SUBJECTS }),
    open: async (page, sent) => {
      await ask(() => t('Rename {name}', { name: 'Ann Author' }))(page, sent);
      await dialog(page).locator('input').fill('');
      await submitDialog(page);
    },
    close: escape,
  },
  {
    path: '/studio/subjects',
    name: 'a merge',
    before: async (page, sent) => {
      await sending({ 'GET subjects/narrators': SUBJECTS })(page, sent);
      await openList('Narrators')(page, sent);
    },
    open: async (page, sent) => {
      await ask(() => t('Merge {name}', { name: 'Ann Author' }))(page, sent);
      await submitDialog(page);
    },
    close: escape,
  },
  {
    path: '/studio/subjects',
    name: 'collections',
    before: async (page, sent) => {
      await sending({ 'GET collections': COLLECTIONS })(page, sent);
      await openList('Collections')(page, sent);
    },
  },
  {
    path: '/studio/subjects',
    name: 'nothing found',
    before: sending({ 'GET subjects/authors': SUBJECTS }),
    open: (page) => main(page).locator('input').first().fill('zzqqxx'),
  },
  {
    path: '/studio/subjects',
    name: 'nothing yet',
    before: sending({ 'GET subjects/authors': { subjects: [] } }),
  },
  { path: '/studio/subjects', name: 'that cannot be had', before: failing({ 'GET subjects/authors': 429 }) },
];

for (const [what, screens] of [
  ['the catalogue, the imports and the feeds', HOME],
  ['the calendar and the subjects', OVERVIEWS],
] as const) {
  test(`no text of ${what} is cut, covered or left in English, in Arabic, German and longer words (LANG-5, LANG-15)`, async ({
    page,
  }) => {
    test.slow();
    await walkStudio(page, studio, screens);
  });
}
