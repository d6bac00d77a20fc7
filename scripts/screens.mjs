import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findBrowser } from './browser.mjs';
import { ensureTestDist } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inRoot, root } from './lib/paths.mjs';

// `npm run screens`: takes a picture of every screen at three widths in both themes.
//   npm run screens -- --out reports/screens --only home,detail --theme dark

/** @typedef {import('@playwright/test').Page} Page */

/**
 * @typedef {object} Screen
 * @property {string} name of the picture's file
 * @property {string} path
 * @property {string} [as] the demo account; without it nobody is signed in
 * @property {(page: Page) => Promise<unknown>} [act] actions before the picture
 * @property {true} [withoutApp] shown only where no mobile app is configured
 */

const PASSWORD = 'Listen-2026!';
const WIDTHS = [390, 820, 1440];
const THEMES = /** @type {const} */ (['light', 'dark']);
const SETTLE_LIMIT_MS = 15_000;
/** How many screens a page is scrolled at most, because growing lists have no end. */
const MOST_SCREENS = 8;

/** @type {(title: string) => (page: Page) => Promise<unknown>} */
const play = (title) => async (page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .first()
    .click();
  await page.getByRole('region', { name: 'Player', exact: true }).waitFor();
};

/** @type {readonly Screen[]} */
const SCREENS = [
  { name: 'login', path: '/login' },
  { name: 'create', path: '/create' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'not-found-visitor', path: '/nowhere' },
  { name: 'home', path: '/', as: 'monthly' },
  { name: 'home-free', path: '/', as: 'free' },
  { name: 'search', path: '/search-results?q=the', as: 'monthly' },
  { name: 'search-category', path: '/search-results/Fiction?q=the', as: 'monthly' },
  { name: 'search-nothing', path: '/search-results?q=zzzzqqq', as: 'monthly' },
  { name: 'detail', path: '/audios/the-tide-library', as: 'monthly' },
  { name: 'detail-offer', path: '/audios/what-the-ferns-knew', as: 'free' },
  { name: 'detail-locked', path: '/audios/an-hour-is-too-long', as: 'monthly' },
  { name: 'detail-collection', path: '/audios/learn-to-sleep-again', as: 'monthly' },
  { name: 'detail-podcast', path: '/audios/a-word-a-day', as: 'monthly' },
  { name: 'detail-rtl', path: '/audios/the-lute-seller-of-aleppo', as: 'monthly' },
  { name: 'authors', path: '/authors', as: 'monthly' },
  { name: 'author', path: '/authors/siobhan-odwyer', as: 'monthly' },
  { name: 'categories', path: '/categories', as: 'monthly' },
  { name: 'category', path: '/categories/fiction', as: 'monthly' },
  { name: 'category-topic', path: '/categories-topics/fiction/the-sea', as: 'monthly' },
  { name: 'topics', path: '/topics', as: 'monthly' },
  { name: 'topic', path: '/topics/the-sea', as: 'monthly' },
  { name: 'library', path: '/library', as: 'monthly' },
  { name: 'library-empty', path: '/library', as: 'free' },
  { name: 'purchased', path: '/purchased', as: 'buyer' },
  { name: 'new-releases', path: '/new-releases', as: 'monthly' },
  { name: 'recommended', path: '/recommended', as: 'monthly' },
  { name: 'trending', path: '/trending', as: 'monthly' },
  { name: 'discounted', path: '/discounted', as: 'free' },
  { name: 'curated-collections', path: '/curated-collections', as: 'monthly' },
  { name: 'quick-listens', path: '/quick-listens', as: 'free' },
  { name: 'account', path: '/account', as: 'monthly' },
  { name: 'recently-listened', path: '/recently-listened', as: 'monthly' },
  { name: 'favorites', path: '/favorites', as: 'monthly' },
  { name: 'favorite-podcasts', path: '/favorite-podcasts', as: 'monthly' },
  { name: 'favorite-curated-collections', path: '/favorite-curated-collections', as: 'monthly' },
  { name: 'favorite-authors', path: '/favorite-authors', as: 'monthly' },
  { name: 'not-found', path: '/nowhere', as: 'monthly' },
  {
    name: 'subscribe-modal',
    path: '/audios/what-the-ferns-knew',
    as: 'free',
    act: async (page) => {
      // The offer stays open after a reload, so at the next width it is already there.
      const offer = page.getByRole('dialog', { name: 'Unlock every audio now!' });
      if (!(await offer.isVisible())) await page.getByRole('button', { name: 'See plans' }).click();
    },
  },
  {
    name: 'discover',
    path: '/quick-listens',
    as: 'monthly',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole('button', { name: 'Discover' }).click();
    },
  },
  { name: 'player', path: '/audios/the-tide-library', as: 'annual', act: play('The Tide Library') },
  { name: 'downloads-empty', path: '/downloads', as: 'buyer', withoutApp: true },
  { name: 'history-empty', path: '/history', as: 'buyer', withoutApp: true },
  { name: 'bookmarks-empty', path: '/bookmarks', as: 'buyer', withoutApp: true },
  {
    name: 'up-next',
    path: '/audios/quiet-mind',
    as: 'annual',
    withoutApp: true,
    act: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Up Next: Quiet Mind', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Add to Up Next' }).click();
      await page.goto('/audios/the-tide-library');
      await play('The Tide Library')(page);
      const player = page.getByRole('region', { name: 'Player', exact: true });
      // A narrow player has no button for it.
      await page.keyboard.press('b');
      await player.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('region', { name: 'Up Next' }).waitFor();
    },
  },
  {
    name: 'detail-downloaded',
    path: '/audios/quiet-mind',
    as: 'annual',
    withoutApp: true,
    act: async (page) => {
      const main = page.getByRole('main');
      const download = main.getByRole('button', { name: 'Download', exact: true });
      if (await download.isVisible()) await download.click();
      await main.getByRole('button', { name: 'Downloaded', exact: true }).waitFor();
    },
  },
  { name: 'downloads', path: '/downloads', as: 'annual', withoutApp: true },
  { name: 'history', path: '/history', as: 'annual', withoutApp: true },
  { name: 'bookmarks', path: '/bookmarks', as: 'annual', withoutApp: true },
];

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: inRoot('reports', 'screens') },
    only: { type: 'string' },
    theme: { type: 'string' },
    width: { type: 'string' },
    dist: { type: 'string' },
  },
});

const wanted = values.only?.split(',');
const screens = SCREENS.filter(({ name }) => wanted?.includes(name) ?? true);
const themes = THEMES.filter((theme) => values.theme === undefined || values.theme === theme);
const widths = WIDTHS.filter((width) => values.width === undefined || values.width === String(width));
if (screens.length === 0)
  throw new Error(`No such screen. The screens: ${SCREENS.map(({ name }) => name).join(', ')}.`);

await ensureInstalled();
const dist = values.dist ?? (await ensureTestDist());
const out = resolve(root, values.out);
mkdirSync(out, { recursive: true });

const { chromium } = await import('@playwright/test');
const browser = await chromium.launch({ executablePath: await findBrowser(), chromiumSandbox: false });
let taken = 0;
try {
  for (const withoutApp of [false, true]) {
    const shown = screens.filter((screen) => (screen.withoutApp ?? false) === withoutApp);
    if (shown.length > 0) await takeAll(shown, withoutApp ? ['--no-mobile-app'] : []);
  }
  console.log(`${taken} pictures in ${out}`);
} finally {
  await browser.close();
}

/**
 * Takes the pictures of screens that one provider shows.
 *
 * @param {readonly Screen[]} shown
 * @param {readonly string[]} options of the provider
 */
async function takeAll(shown, options) {
  const dataDir = mkdtempSync(join(tmpdir(), 'screens-'));
  const provider = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      inRoot('server', 'main.ts'),
      '--ready-json',
      '--port',
      '0',
      '--data-dir',
      dataDir,
      '--dist',
      dist,
      ...options,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DATABASE_URL: '' } },
  );
  try {
    const origin = await originOf(provider);
    for (const theme of themes) {
      for (const account of new Set(shown.map(({ as }) => as))) {
        const context = await browser.newContext({
          baseURL: origin,
          colorScheme: theme,
          locale: 'en-US',
          reducedMotion: 'reduce',
          viewport: { width: 1440, height: 900 },
        });
        const page = await context.newPage();
        if (account !== undefined) await signIn(page, account);
        for (const screen of shown.filter(({ as }) => as === account))
          await takePictures(page, screen, theme);
        await context.close();
      }
    }
  } finally {
    const ended = once(provider, 'exit');
    provider.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Loads a screen once and takes a picture at each width. Its actions are repeated at each width, because the layout may
 * differ.
 *
 * @param {Page} page
 * @param {Screen} screen
 * @param {string} theme
 */
async function takePictures(page, { name, path, act }, theme) {
  for (const [place, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    if (place === 0 || act !== undefined) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor({ timeout: SETTLE_LIMIT_MS });
    }
    await settle(page);
    await act?.(page);
    await settle(page);
    const whole = act === undefined;
    await page.screenshot({ path: join(out, `${name}-${width}-${theme}.png`), fullPage: whole });
    taken += 1;
  }
}

/**
 * Scrolls the page to its end, because covers load only near the viewport.
 *
 * @param {Page} page
 */
async function settle(page) {
  await page.waitForLoadState('networkidle');
  for (let screen = 0; screen < MOST_SCREENS; screen += 1) {
    await page.mouse.wheel(0, 700);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    if (await page.evaluate('scrollY + innerHeight >= document.documentElement.scrollHeight - 1')) break;
  }
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
  await page.waitForLoadState('networkidle');
}

/**
 * @param {Page} page
 * @param {string} account
 */
async function signIn(page, account) {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(`${account}@listener.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/**
 * Waits for the line in which the provider prints its address.
 *
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} child
 * @returns {Promise<string>}
 */
function originOf(child) {
  return new Promise((found, failed) => {
    child.once('exit', () => failed(new Error('The provider ended before it was ready.')));
    createInterface(child.stdout).on('line', (line) => {
      const origin = /^\{"origin":"(?<origin>[^"]+)"/.exec(line)?.groups?.['origin'];
      if (origin !== undefined) found(origin);
    });
  });
}
