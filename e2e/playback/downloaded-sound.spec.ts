import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, inLanguage, test } from '../support/language.ts';
import { Listener } from '../support/listener.ts';
import { OwnLibrary } from '../support/own-studio.ts';

const note = (type: string, description: string): void => {
  test.info().annotations.push({ type, description });
  // The figures are read from the output of this command.
  process.stdout.write(`${type}: ${description}\n`);
};

const positionOf = async (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('audio')].find((each) => each.currentSrc !== '' && !each.paused)
        ?.currentTime ?? 0,
  );

/** The size of the large download. */
const LARGE_MB = Number(process.env['DOWNLOAD_MB'] ?? '150');

const BYTES_PER_SECOND = 8000;

/** A silent WAV file of this size, which takes no room on the disk. */
function writeSilence(path: string, bytes: number): void {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(bytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(BYTES_PER_SECOND / 2, 24);
  header.writeUInt32LE(BYTES_PER_SECOND, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes - 44, 40);
  const file = openSync(path, 'w');
  writeSync(file, header);
  ftruncateSync(file, bytes);
  closeSync(file);
}

/** The seconds of processor time that the page's main thread has used. `Performance` is enabled with `threadTicks`. */
async function busySeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/**
 * Resolves when the page shows a button with these words, or that the download has failed. It sends no commands to
 * the page meanwhile, because each one would use the main thread, whose time is measured.
 */
async function shows(page: Page, words: RegExp): Promise<void> {
  await page.evaluate(
    async (shown) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const isShown = [...document.querySelectorAll('main button, [role="alert"]')].some(
            ({ role, textContent }) => role === 'alert' || shown.test(textContent),
          );
          if (!isShown) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    words,
  );
}

/** The memory of the process of a page, in megabytes. Its worker is in the same process. */
async function memoryOf(devtools: CDPSession): Promise<number> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const sizes = renderers.map(({ id }) => {
    try {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
      return Number(kilobytes ?? 0) / 1000;
    } catch {
      return 0;
    }
  });
  return Math.max(...sizes);
}

/**
 * Opens the page of a long, silent title at a provider without a mobile app. The provider has its own data folder,
 * which is removed at the end.
 */
async function withLongTitle(page: Page, use: (main: Locator) => Promise<void>): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'large-download-'));
  const folder = join(work, 'Audio');
  const library = new OwnLibrary(join(work, 'data'), folder, ['--no-mobile-app']);
  try {
    mkdirSync(folder, { recursive: true });
    writeSilence(join(folder, 'Long Silence.wav'), LARGE_MB * 1_000_000);
    const [email, password] = ['olga@example.org', 'a long password'];
    await library.admin(
      ['member', 'add', email, '--password-stdin', '--role', 'owner', '--name', 'Olga'],
      password,
    );
    await library.admin(['import', folder]);
    const origin = await library.start();
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(`${origin}/`);
    await page.getByRole('article', { name: 'Long Silence' }).first().getByRole('link').first().click();
    await use(page.getByRole('main'));
  } finally {
    await library.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/** The length of the long title, in seconds. */
const LONG = (LARGE_MB * 1_000_000) / BYTES_PER_SECOND;

/** Moves the sound to a part of the long title, far beyond what the browser has buffered, and waits until it sounds. */
async function seekTo(page: Page, part: number): Promise<void> {
  const listener = new Listener(page);
  const position = Math.floor(LONG * part);
  await listener.player.getByRole('slider', { name: 'Seek' }).fill(String(position));
  await expect.poll(() => listener.position()).toBeGreaterThan(position);
  await listener.hears(1);
  expect(await positionOf(page)).toBeLessThan(position + 60);
}

test('a large download keeps the page responsive, needs little memory, and can be played near its end', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  await withLongTitle(page, async (main) => {
    const download = main.getByRole('button', { name: 'Download', exact: true });
    await download.waitFor();
    await page.waitForTimeout(2000);

    const devtools = await page.context().newCDPSession(page);
    const system = await browser.newBrowserCDPSession();
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const memoryBefore = await memoryOf(system);
    const startedAt = Date.now();
    // The click and the work that it starts are not a part of the transfer.
    const running = shows(page, /[1-9]\d?\s?%/u);
    await download.click();
    await running;
    const [busyBefore, runningAt] = [await busySeconds(devtools), Date.now()];
    let hasEnded = false;
    const watch = async () => {
      await shows(page, inLanguage(/^Downloaded$/u));
      hasEnded = true;
    };
    const ending = watch();
    let most = 0;
    while (!hasEnded) {
      most = Math.max(most, await memoryOf(system));
      await Promise.race([ending, page.waitForTimeout(500)]);
    }
    const [took, transferred] = [(Date.now() - startedAt) / 1000, (Date.now() - runningAt) / 1000];
    const busy = (await busySeconds(devtools)) - busyBefore;
    await expect(main.getByRole('button', { name: 'Downloaded', exact: true })).toBeVisible();
    note('a large download', `${LARGE_MB} MB in ${took.toFixed(1)} s`);
    note(
      'main thread during the transfer, without the click',
      `${((busy / transferred) * 100).toFixed(1)} % of a core (${busy.toFixed(2)} s of ${transferred.toFixed(1)} s)`,
    );
    note(
      'memory of the page',
      `${memoryBefore.toFixed(0)} MB before, at most ${most.toFixed(0)} MB during it`,
    );
    // Much less than the file. It is the memory of pieces that the browser has not freed yet.
    expect(most - memoryBefore).toBeLessThan(150);

    await page.context().setOffline(true);
    await main.getByRole('button', { name: 'Play Long Silence', exact: true }).click();
    const listener = new Listener(page);
    await listener.hears(1);
    await seekTo(page, 0.9);
    expect((await memoryOf(system)) - memoryBefore).toBeLessThan(150);
  });
});
