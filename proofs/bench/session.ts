import { chromium, expect, type Page } from '@playwright/test';
import { BOOK } from '../../e2e/support/endings.ts';
import { Listener } from '../../e2e/support/listener.ts';
import { Provider } from '../../e2e/support/provider.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { numberAbove0, readArguments } from '../../scripts/lib/arguments.mjs';
import { ensureTestDist } from '../../scripts/lib/build.mjs';
import { check, table } from './check.ts';

const USAGE = `npm run bench:session -- [options]
The requests and bytes of the parts of a session, counted in a browser. The model in docs/scaling.md is made of them. It plays
in real time.
  --minutes 2   how long it plays
  --dist DIR    another build of the app`;

const { values } = readArguments(USAGE, {
  options: { minutes: { type: 'string', default: '2' }, dist: { type: 'string' } },
});
const minutes = numberAbove0('--minutes', values.minutes, USAGE);
const HOUR_MINUTES = 60;
/** Long enough for everything that an action requests. */
const SETTLE_MS = 4_000;
/** Buffering may take a part of the time. */
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
    // A page that closes has no sizes any more. A response from a cache has a negative one.
    request.sizes().then(
      ({ responseBodySize }) => (count.bytes += Math.max(0, responseBodySize)),
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
const parts = {
  'a sign-in, with an empty cache': new Map(),
  'a visit: home, a list, a search, a title': new Map(),
  'the start of a title': new Map(),
  'an hour of playing': new Map(),
  'the next chapter': new Map(),
  'a pause': new Map(),
} satisfies Record<string, Counts>;
let part: Counts = parts['a sign-in, with an empty cache'];
try {
  const context = await browser.newContext({ baseURL: provider.origin });
  const page = await context.newPage();
  countRequests(page, () => part);
  const listener = new Listener(page);
  await listener.signsIn('monthly');
  await settled(page);

  part = parts['a visit: home, a list, a search, a title'];
  await page.goto('/');
  await settled(page);
  await page.goto('/trending');
  await settled(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill('tide');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await settled(page);
  await page.goto(`/audios/${BOOK.id}`);
  await settled(page);

  part = parts['the start of a title'];
  const play = page.getByRole('main').getByRole('button', { name: `Play ${BOOK.title}` });
  await play.first().click();
  await expect(listener.player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await settled(page);

  part = parts['an hour of playing'];
  const before = await listener.position();
  await page.waitForTimeout(minutes * 60_000);
  const played = ((await listener.position()) - before) / 60;
  check(played > minutes * ALMOST_ALL, `the title played for ${played} of ${minutes} minutes`);

  part = parts['the next chapter'];
  await listener.player.getByRole('button', { name: 'Next track' }).click();
  await settled(page);

  part = parts['a pause'];
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  await settled(page);
  await context.close();
} finally {
  await browser.close();
  await provider.stop();
}

for (const [name, counts] of Object.entries(parts)) {
  print(name, counts, name === 'an hour of playing' ? HOUR_MINUTES / minutes : 1);
}

async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
}

function print(title: string, counts: Counts, times: number): void {
  const rows = [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([route, { requests, bytes }]) => [
      route,
      (requests * times).toFixed(times === 1 ? 0 : 1),
      ((bytes * times) / 1000).toFixed(1),
    ]);
  console.log(
    `\n${title.replace(/^./, (letter) => letter.toUpperCase())}\n\n${table(['route', 'requests', 'kilobytes'], rows)}`,
  );
}
