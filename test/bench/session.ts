/*
 * `npm run bench:session`: the requests and bytes of a visit and of an hour of listening, counted in a browser. The model in
 * docs/scaling.md is made of them. It plays in real time.
 *
 *   tsx test/bench/session.ts [--minutes 10] [--dist folder]
 */
import { parseArgs } from 'node:util';
import { chromium, expect, type Page } from '@playwright/test';
import { BOOK } from '../../e2e/support/endings.ts';
import { Listener } from '../../e2e/support/listener.ts';
import { Provider } from '../../e2e/support/provider.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { ensureTestDist } from '../../scripts/lib/build.mjs';
import { check } from './check.ts';
import { table } from './provider/table.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, dist: { type: 'string' } },
});
const minutes = Number(values.minutes);
const HOUR_MINUTES = 60;
/** Buffering may take a little of the time. */
const ALMOST_ALL = 0.9;

interface Count {
  requests: number;
  bytes: number;
}
type Counts = Map<string, Count>;

/** The route of a request: ids and file names are left out. */
function routeOf(method: string, url: URL): string {
  const path = url.pathname
    .replace(/\/$/, '')
    .replace(/(?<=\/(?:content|authors|topics|categories|playing-data))\/[^/]+$/, '/:id')
    .replace(/^\/media\/(?<kind>[^/]+)\/.*/, '/media/$<kind>');
  const isService = /^\/(?:api|pool|media|collect|braze|amplitude)/.test(path);
  return isService ? `${method} ${path}` : 'files of the app';
}

/** Counts what a page requests into the counts of the phase. */
function countRequests(page: Page, countsOf: () => Counts): void {
  page.on('requestfinished', (request) => {
    const counts = countsOf();
    const route = routeOf(request.method(), new URL(request.url()));
    const count = counts.get(route) ?? { requests: 0, bytes: 0 };
    counts.set(route, count);
    count.requests += 1;
    // A page that closes has no sizes any more.
    request.sizes().then(
      ({ responseBodySize }) => (count.bytes += responseBodySize),
      () => undefined,
    );
  });
}

const dist = values.dist ?? (await ensureTestDist());
const provider = await Provider.start(dist, []);
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  chromiumSandbox: false,
  args: ['--disable-background-networking', '--disable-component-update', '--no-first-run', '--mute-audio'],
});
const signIn: Counts = new Map();
const visit: Counts = new Map();
const playing: Counts = new Map();
let phase = signIn;
try {
  const context = await browser.newContext({ baseURL: provider.origin });
  const page = await context.newPage();
  countRequests(page, () => phase);
  const listener = new Listener(page);
  await listener.signsIn('monthly');
  await settled(page);

  // A visit: home, a list, a search, and the page of a title.
  phase = visit;
  await page.goto('/');
  await settled(page);
  await page.goto('/trending');
  await settled(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('tide');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await settled(page);
  await page.goto(`/audios/${BOOK.id}`);
  await settled(page);

  phase = playing;
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${BOOK.title}` })
    .first()
    .click();
  await expect(listener.player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await listener.player.getByRole('switch', { name: 'Autoplay' }).click();
  const played = await page.evaluate(async (milliseconds) => {
    let sounding = 0;
    const started = performance.now();
    while (performance.now() - started < milliseconds) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if ([...document.querySelectorAll('audio')].some((audio) => !audio.paused)) sounding += 1;
    }
    return sounding / 60;
  }, minutes * 60_000);
  check(played > minutes * ALMOST_ALL, `the title played for ${played} of ${minutes} minutes`);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  await settled(page);
  await context.close();
} finally {
  await browser.close();
  await provider.stop();
}

const share = HOUR_MINUTES / minutes;
print('A sign-in, with an empty cache', signIn, 1);
print('A visit: home, a list, a search, a title', visit, 1);
print(`An hour of listening, from ${minutes} minutes`, playing, share);

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

function print(title: string, counts: Counts, times: number): void {
  const rows = [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([route, { requests, bytes }]) => [
      route,
      (requests * times).toFixed(times === 1 ? 0 : 1),
      ((bytes * times) / 1000).toFixed(1),
    ]);
  console.log(`\n${title}\n\n${table(['route', 'requests', 'kilobytes'], rows)}`);
}
