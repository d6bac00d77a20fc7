import { expect, type Page } from '@playwright/test';
import { t } from 'audio-streaming-translations/translate';
import { test } from '../support/configuration.ts';
import { Listener } from '../support/listener.ts';
import {
  choose,
  escape,
  inPlayer,
  main,
  play,
  press,
  type Screen,
  type Step,
  walk,
} from '../support/walk.ts';

/** Adds titles to Up Next, and opens the page again. */
const withUpNext =
  (titles: Readonly<Record<string, string>>, then: Step): Step =>
  async (page, provider) => {
    const { pathname } = new URL(page.url());
    for (const [id, title] of Object.entries(titles)) {
      await page.goto(`/audios/${id}`);
      await press(page, `Up Next: ${title}`);
      await choose(page, 'Add to Up Next');
      await expect(main(page).getByText(`${title}: added`)).toBeAttached();
    }
    await page.goto(pathname);
    await then(page, provider);
  };

/** Opens or closes the part of the player that is folded at first. */
const fold =
  (isOpen: boolean) =>
  async (page: Page): Promise<void> => {
    const menu = inPlayer(page, t('Menu'));
    if ((await menu.getAttribute('aria-expanded')) !== String(isOpen)) await menu.click();
  };
const [unfoldPlayer, foldPlayer] = [fold(true), fold(false)];

/** Uses a button of the player, which a narrow window folds away. */
const pressInPlayer = async (page: Page, name: string): Promise<void> => {
  const button = inPlayer(page, name);
  if (!(await button.isVisible())) await unfoldPlayer(page);
  await button.click();
};

/** So many bookmarks that they can be searched. */
const makeBookmarks: Step = async (page, provider) => {
  await page.goto('/audios/quiet-mind');
  await play(page, provider);
  for (let made = 0; made < 8; made += 1) {
    await page.keyboard.press('b');
    await page.keyboard.press('l');
  }
  await page.goto('/bookmarks');
};

/** Plays long enough for an entry in the history. */
const makeHistory: Step = async (page) => {
  await page.goto('/audios/quiet-mind');
  await main(page)
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await new Listener(page).hears(7);
  await page.goto('/history');
};

/** Starts the download of a title. Its sound does not come. */
const startDownload: Step = async (page, provider) => {
  await provider.faults({ match: { path: '/media/audio' }, hold: true });
  await page.goto('/audios/quiet-mind');
  await press(page, 'Download');
  await expect(main(page).getByRole('button', { name: /^Downloading/ })).toBeVisible();
};

const TITLES: readonly Screen[] = [
  { path: '/audios/the-tide-library' },
  { path: '/audios/the-tide-library?chapter=3&t=42', name: 'a linked position' },
  { path: '/audios/the-lute-seller-of-aleppo' },
  { path: '/audios/a-word-a-day' },
  { path: '/audios/quiet-mind' },
  { path: '/audios/first-aid-for-a-hard-day' },
  {
    path: '/audios/quiet-mind',
    name: 'the menu of Up Next',
    open: (page) => press(page, t('Up Next: {title}', { title: 'Quiet Mind' })),
    close: escape,
  },
  {
    path: '/audios/the-tide-library',
    name: 'the parts to download',
    open: (page) => press(page, t('Download')),
    close: escape,
  },
  {
    path: '/audios/a-word-a-day',
    name: 'the episodes to download',
    open: (page) => press(page, t('Download')),
    close: escape,
  },
  {
    path: '/audios/the-tide-library',
    name: 'Listen elsewhere',
    open: async (page) => {
      await press(page, t('Listen elsewhere'));
      await page.getByRole('dialog').locator('button[type="submit"]').click();
      await expect(page.getByRole('dialog').locator('[aria-invalid="true"]')).toBeVisible();
    },
    close: escape,
  },
  {
    path: '/audios/the-tide-library',
    name: 'an address for another app',
    open: async (page) => {
      await press(page, t('Listen elsewhere'));
      const dialog = page.getByRole('dialog');
      // Each language makes one of its own.
      await dialog.locator('input').fill(t('Copy address'));
      await dialog.locator('button[type="submit"]').click();
      await expect(dialog.getByRole('button', { name: t('Copy address') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
    close: escape,
  },
  { path: '/downloads', name: 'a running download', before: startDownload },
  {
    path: '/audios/quiet-mind',
    name: 'the menu of a download',
    open: (page) => press(page, t('Downloading {percent}%', { percent: 0 })),
    close: escape,
  },
];

const PLAYER: readonly Screen[] = [
  {
    path: '/audios/the-tide-library',
    name: 'the player',
    before: play,
    open: async (page) => {
      // In each language, also in the small player of a narrow window.
      await expect(inPlayer(page, t('Play'))).toBeVisible();
      await expect(inPlayer(page, t('Next track'))).toBeVisible();
    },
    opensInEachWindow: true,
  },
  {
    path: '/audios/the-tide-library',
    name: 'the open player',
    before: play,
    open: unfoldPlayer,
    close: foldPlayer,
  },
  {
    path: '/audios/the-tide-library',
    name: 'Up Next',
    before: withUpNext(
      { 'quiet-mind': 'Quiet Mind', 'sea-breathing': 'Sea Breathing' },
      async (page, provider) => {
        await play(page, provider);
        await page.getByRole('switch', { name: 'Autoplay' }).click();
      },
    ),
    open: unfoldPlayer,
    close: foldPlayer,
  },
  {
    path: '/audios/the-tide-library',
    name: 'Up Next without its titles',
    before: play,
    open: async (page) => {
      await unfoldPlayer(page);
      await inPlayer(page, t('Clear Up Next')).click();
    },
    close: async (page) => {
      await inPlayer(page, t('Undo')).click();
      await foldPlayer(page);
    },
  },
  {
    path: '/audios/quiet-mind',
    name: 'the sleep timer',
    before: play,
    open: (page) => pressInPlayer(page, t('Sleep')),
    close: escape,
    opensInEachWindow: true,
  },
  {
    path: '/audios/quiet-mind',
    name: 'the speed',
    before: play,
    open: (page) => pressInPlayer(page, t('Speed')),
    close: escape,
    opensInEachWindow: true,
  },
  {
    path: '/audios/quiet-mind',
    name: 'a bookmark',
    before: play,
    open: async (page) => {
      await pressInPlayer(page, t('Bookmark'));
      // It stays while it has the focus.
      await page
        .locator('[data-player]')
        .getByRole('button', { name: t('Add a note') })
        .focus();
    },
  },
  {
    path: '/audios/quiet-mind',
    name: 'the note of a bookmark',
    before: play,
    open: async (page) => {
      await pressInPlayer(page, t('Bookmark'));
      await page
        .locator('[data-player]')
        .getByRole('button', { name: t('Add a note') })
        .click();
    },
    close: escape,
  },
  { path: '/bookmarks' },
  {
    path: '/bookmarks',
    name: 'nothing found',
    before: makeBookmarks,
    open: (page) => main(page).getByRole('searchbox').fill('zzqqxx'),
  },
  { path: '/history', before: makeHistory },
  {
    path: '/history',
    name: 'a cleared history',
    open: (page) => press(page, t('Clear history')),
    close: (page) => press(page, t('Undo')),
    opensInEachWindow: true,
  },
  { path: '/listening' },
  {
    path: '/audios/quiet-mind',
    name: 'the keys',
    before: play,
    open: (page) => page.keyboard.press('?'),
    close: escape,
  },
  {
    path: '/audios/eleven-minutes-in-the-life-of-a-bee',
    name: 'the text',
    open: async (page) => {
      await press(page, t('Transcript'));
      await expect(page.getByRole('searchbox', { name: t('Search transcript') })).toBeVisible();
    },
  },
  {
    path: '/audios/eleven-minutes-in-the-life-of-a-bee',
    name: 'a search in the text',
    open: async (page) => {
      await press(page, t('Transcript'));
      await page.getByRole('searchbox', { name: t('Search transcript') }).fill('the');
      await expect(page.getByRole('button', { name: t('Next match') })).toBeVisible();
    },
  },
];

/** With a mobile app, only the app has bookmarks and downloads. */
const WITH_APP: readonly Screen[] = [
  {
    path: '/audios/quiet-mind',
    name: 'what is in the mobile app alone',
    before: play,
    open: (page) => inPlayer(page, t('Download')).click({ force: true }),
    close: escape,
  },
];

for (const [what, screens, links] of [
  ['a title', TITLES, undefined],
  ['the player and what it keeps', PLAYER, undefined],
  ['the mobile app', WITH_APP, { mobileApp: 'https://app.listener.test' }],
] as const) {
  test(`no text of ${what} is cut, covered or left in English, in Arabic, German and longer words (APP-58, LANG-5, LANG-15)`, async ({
    openAs,
    provider,
    allowConsole,
  }) => {
    test.slow();
    await walk({ openAs, provider, allowConsole }, { as: 'annual', links }, screens);
  });
}
