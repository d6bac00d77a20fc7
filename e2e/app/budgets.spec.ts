import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { LOCALE } from '../support/language.ts';
import { Listener } from '../support/listener.ts';

/** The size of the document in kB of gzip. It holds the style and the skeleton of the page (APP-59). */
const MOST_DOCUMENT_KB = 12.44;

/** All code that the signed-in home needs, in kB of gzip. The sign-in library is not part of it. */
const MOST_CODE_KB = 194.2;
/** A language has a file of its own (LANG-6). */
const MOST_REQUESTS = LOCALE === 'en-US' ? 16 : 17;

/** The paths that a page has requested, in order, up to an instant of the page's own clock. */
const pathsOf = (page: Page, until = Number.MAX_VALUE): Promise<readonly string[]> =>
  page.evaluate(
    (limit) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < limit)
        .map(({ name }) => new URL(name).pathname),
    until,
  );

// The service worker would prefetch files for the next visit.
test.use({ serviceWorkers: 'block' });

/** The name of a chunk: the name of its file without the hash. */
const chunkOf = (path: string): string => path.replace(/^.*\//, '').replace(/-[\w-]{8}\.\w+$/, '');

/** The requests for the chunk of the sign-in library. */
const signInLibrary = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => /\/assets\/(?:vendor|webcrypto)-client-/.test(path));

test('the signed-in home can be used after few requests and little code', async ({
  page,
  browser,
  provider,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/Service Worker registration blocked/);
  const dist = process.env['TEST_DIST'] ?? 'dist';
  const listener = new Listener(page);
  await listener.signsIn('annual');
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 });
  expect(signInLibrary(await pathsOf(page)), 'a sign-in fetches the library').toHaveLength(1);
  const storageState = await page.context().storageState();

  const context = await browser.newContext({
    baseURL: provider.origin,
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    storageState: {
      ...storageState,
      origins: storageState.origins.map((each) => ({
        ...each,
        localStorage: each.localStorage.filter(({ name }) => !name.startsWith('response:')),
      })),
    },
  });
  const home = await context.newPage();
  await home.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main article a') === null) return;
      Reflect.set(globalThis, 'usableAt', performance.now());
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await home.goto('/');
  await home.locator('main article a').first().waitFor({ timeout: 30_000 });
  const before = await pathsOf(
    home,
    Number(await home.evaluate((): unknown => Reflect.get(globalThis, 'usableAt'))),
  );
  // A valid session does not need the sign-in library, neither before nor after the first content.
  await home.waitForLoadState('networkidle');
  // Each further style makes the browser compute all styles again. The document holds the style of the first page.
  const lateStyles = async () => (await pathsOf(home)).filter((path) => path.endsWith('.css')).map(chunkOf);
  // A style that loads when the page is idle may come after a moment without requests.
  await expect.poll(async () => (await lateStyles()).toSorted()).toEqual(['components', 'lazy-parts']);
  expect((await pathsOf(home)).map(chunkOf)).not.toContain('session-screens');
  const title = home.locator('main article').first();
  await title.getByRole('button', { name: /^Play / }).click();
  await new Listener(home).hears(1);
  expect(signInLibrary(await pathsOf(home))).toEqual([]);
  await context.close();

  const sizeOf = async (path: string): Promise<number> =>
    gzipSync(await readFile(join(dist, path)), { level: 9 }).length / 1000;
  const sizes = async (paths: readonly string[]): Promise<number> =>
    (await Promise.all(paths.map(sizeOf))).reduce((sum, size) => sum + size, 0);
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const named = [...new Set(html.match(/\/assets\/[\w-]+\.js/g))];
  const figures = {
    document: await sizeOf('index.html'),
    code: await sizes(named),
    // One more for the page itself.
    requests: before.length + 1,
  };
  test.info().annotations.push({ type: 'figures', description: JSON.stringify(figures) });
  expect(figures.document).toBeLessThanOrEqual(MOST_DOCUMENT_KB);
  expect(named.length).toBeGreaterThan(2);
  expect(figures.code).toBeLessThanOrEqual(MOST_CODE_KB);
  expect(figures.requests).toBeLessThanOrEqual(MOST_REQUESTS);
  // The libraries of vendors load after the first paint.
  const vendors = before.filter((path) => /swiper|amplitude|braze|event-logger/.test(path));
  expect(vendors).toEqual([]);
});

test('the sign-in library and the container are built from the files of their own packages', async () => {
  const assets = join(process.env['TEST_DIST'] ?? 'dist', 'assets');
  const sourcesOf = async (chunk: string): Promise<readonly string[]> => {
    const name = (await readdir(assets)).find(
      (file) => file.startsWith(`${chunk}-`) && file.endsWith('.js.map'),
    );
    const { sources } = JSON.parse(await readFile(join(assets, name ?? chunk), 'utf8')) as {
      readonly sources: readonly string[];
    };
    return sources.map((path) => path.replace(/^.*?(?=(?:node_modules|src)\/)/, ''));
  };
  const library = await sourcesOf('vendor-client');
  const own = library.filter((path) => path.startsWith('src/'));
  expect(own.filter((path) => !path.startsWith('src/adapters/cognito/vendor/'))).toEqual([]);
  expect(library).toEqual(
    expect.arrayContaining([
      'node_modules/amazon-cognito-identity-js/es/BigInteger.js',
      'node_modules/amazon-cognito-identity-js/es/utils/WordArray.js',
      'node_modules/@aws-crypto/sha256-js/build/index.js',
      'node_modules/buffer/index.js',
    ]),
  );
  const libraries = await sourcesOf('libraries');
  expect(libraries.filter((path) => path.startsWith('src/'))).toEqual([]);
  expect(libraries).toContain('node_modules/reflect-metadata/ReflectLite.js');
});

test('the files of the first visit are sent smaller than with gzip', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const requested = [...new Set(page.match(/\/assets\/[\w-]+\.js/g))];
  expect(requested.length).toBeGreaterThan(3);
  const sent = await Promise.all(
    requested.map(async (path) => {
      const headers = (await request.get(path, { headers: { 'accept-encoding': 'br' } })).headers();
      return Number(headers['content-length']);
    }),
  );
  const contents = await Promise.all(
    requested.map((path) => readFile(join(process.env['TEST_DIST'] ?? 'dist', path))),
  );
  const most = contents.map((each) => gzipSync(each, { level: 9 }).length);
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  expect(sum(sent)).toBeLessThan(sum(most) * 0.9);
});
