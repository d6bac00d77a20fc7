import type { Page } from '@playwright/test';
import { mp3, tone, wav } from 'audio-streaming-provider/test/library/support/make-audio';
import { expect, test } from '../support/language.ts';
import { OwnStudio } from '../support/own-studio.ts';
import { Relay } from '../support/relay.ts';

const studio = new OwnStudio();

/** Chosen from here, because a file that is chosen again has to be the same. */
const files = { walk: '', beach: '', song: '', broken: '', program: '' };

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  files.walk = studio.write('../chosen/A Walk.wav', wav(tone(45, 300)));
  files.beach = studio.write('../chosen/The Beach.wav', wav(tone(45, 350)));
  files.song = studio.write('../chosen/Song.mp3', await mp3(tone(3, 400)));
  files.broken = studio.write('../chosen/Broken.mp3', 'This is no sound.');
  files.program = studio.write('../chosen/program.exe', 'MZ');
  await studio.start();
});

test.afterAll(() => studio.stop());

/** Sets the network of a page: without one, or with this many bytes a second for what the page sends. */
async function networkOf(page: Page): Promise<(bytes: number | 'lost') => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return async (bytes) => {
    await session.send('Network.emulateNetworkConditions', {
      offline: bytes === 'lost',
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes === 'lost' ? 0 : bytes,
    });
  };
}

type Seen = { readonly made: string[]; readonly starts: number[]; failures: number };

/** The requests that make an upload, where its parts start, and how many requests got no response. */
function watch(page: Page): Seen {
  const seen: Seen = { made: [], starts: [], failures: 0 };
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/studio/uploads')) seen.failures += 1;
  });
  page.on('request', (request) => {
    if (!request.url().includes('/api/studio/uploads')) return;
    if (request.method() === 'POST') seen.made.push(request.url());
    if (request.method() === 'PATCH') seen.starts.push(Number(request.headers()['upload-offset']));
  });
  return seen;
}

/** How much of a file has been sent, from 0 to 1. */
const part = async (page: Page, name: string): Promise<number> =>
  page
    .getByRole('progressbar', { name: `Progress of ${name}` })
    .evaluate((bar) => (bar instanceof HTMLProgressElement ? bar.position : -1));

const uploads = (page: Page) => page.getByRole('group', { name: 'Uploads' });

test('a file that is dropped shows its progress, and becomes a title', async ({ page }) => {
  await studio.open(page);
  const session = await page.context().newCDPSession(page);
  const zone = page.getByRole('group', { name: 'Upload', exact: true });
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (box === null) throw new Error('There is nothing to drop files on.');
  const data = { items: [], files: [files.walk], dragOperationsMask: 1 };
  const at = { x: box.x + box.width / 2, y: box.y + 10, data };
  await (
    await networkOf(page)
  )(1_000_000);
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at });
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at });
  await expect.poll(async () => part(page, 'A Walk.wav')).toBeGreaterThan(0.1);
  await expect(uploads(page)).toContainText('1 of 1 file uploaded');
  await expect(
    page.getByRole('table', { name: 'Titles' }).getByRole('link', { name: 'A Walk' }),
  ).toBeVisible();
});

test('an upload goes on where it stopped, at once when the network is back', async ({ page }) => {
  const relay = new Relay(studio.origin);
  const origin = await relay.start();
  await page.goto(`${origin}/studio`);
  await studio.signIn(page);
  const seen = watch(page);
  const network = await networkOf(page);
  await page.waitForURL(`${origin}/studio`);
  await network(400_000);
  await page.getByLabel('Files to upload').setInputFiles(files.beach);
  await expect.poll(async () => part(page, 'The Beach.wav')).toBeGreaterThan(0.2);
  await network('lost');
  relay.cut();
  // So many attempts fail that the next pause is ten seconds.
  await expect.poll(() => seen.failures, { timeout: 40_000 }).toBe(5);
  await expect(page.getByRole('progressbar', { name: 'Progress of The Beach.wav' })).toBeVisible();
  relay.mend();
  const next = page.waitForRequest(/\/api\/studio\/uploads/u, { timeout: 6000 });
  await network(-1);
  await next;
  await expect(uploads(page)).toContainText('1 of 1 file uploaded');
  expect(seen.made).toHaveLength(1);
  expect(seen.starts.at(-1)).toBeGreaterThan(100_000);
  relay.stop();
});

test('a request that stays silent is given up, and the upload goes on (STU-35)', async ({ page }) => {
  const file = studio.write('../chosen/Noon.wav', wav(tone(45, 450)));
  await page.clock.install();
  await studio.open(page);
  let silent = 0;
  // The first two requests with data never get a response.
  await page.route(/\/api\/studio\/uploads/u, async (route) => {
    if (route.request().method() === 'PATCH' && silent < 2) silent += 1;
    else await route.continue();
  });
  await page.getByLabel('Files to upload').setInputFiles(file);
  for (const expected of [1, 2]) {
    await expect.poll(() => silent).toBe(expected);
    await page.clock.fastForward(61_000);
  }
  await expect(uploads(page)).toContainText('1 of 1 file uploaded');
});

test('after a reload the same file goes on where it stopped', async ({ page }) => {
  const file = studio.write('../chosen/Evening.wav', wav(tone(45, 500)));
  await studio.open(page);
  const seen = watch(page);
  const network = await networkOf(page);
  await network(400_000);
  await page.getByLabel('Files to upload').setInputFiles(file);
  await expect.poll(async () => part(page, 'Evening.wav')).toBeGreaterThan(0.2);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await network(-1);
  await page.getByLabel('Files to upload').setInputFiles(file);
  await expect(uploads(page)).toContainText('1 of 1 file uploaded');
  expect(seen.made).toHaveLength(1);
  expect(seen.starts[0]).toBe(0);
  expect(seen.starts.at(-1)).toBeGreaterThan(100_000);
  await expect(page.getByRole('link', { name: 'Evening' })).toBeVisible();
});
