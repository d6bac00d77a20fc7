import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { mp3, tone } from 'audio-streaming-provider/test/library/support/make-audio';
import { mp4 } from 'audio-streaming-provider/test/library/support/make-mp4';
import { expect, test } from '../support/language.ts';
import { Listener } from '../support/listener.ts';
import { OwnLibrary } from '../support/own-studio.ts';

const EMAIL = 'olga@example.org';
const PASSWORD = 'a long password';

const work = mkdtempSync(join(tmpdir(), 'own-library-'));
const folder = join(work, 'Audio');
const library = new OwnLibrary(join(work, 'data'), folder);

// One worker for all tests of this file: they share a folder.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  mkdirSync(join(folder, 'Ann Author/The Beach'), { recursive: true });
  const chapters = [0, 20, 40, 60].map((start, at) => ({ title: `Part ${at + 1}`, start }));
  const book = mp4({
    seconds: 80,
    codec: 'aac',
    chapters,
    dialect: 'track',
    title: 'The Beach',
    artist: 'Ann Author',
  });
  writeFileSync(join(folder, 'Ann Author/The Beach/book.m4b'), book);
  mkdirSync(join(folder, 'Waves'));
  for (const chapter of [1, 2])
    writeFileSync(join(folder, `Waves/${chapter}.mp3`), await mp3(tone(8, 300 * chapter)));
});

test.afterAll(async () => {
  await library.stop();
  rmSync(work, { recursive: true, force: true });
});

async function signsIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email', { exact: true }).fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`${origin}/`);
}

test('a folder becomes a library; the position stays through a restart and a new name', async ({ page }) => {
  test.setTimeout(180_000);
  await library.admin(
    ['member', 'add', EMAIL, '--password-stdin', '--role', 'owner', '--name', 'Olga'],
    PASSWORD,
  );
  expect(await library.admin(['import', folder])).toContain('2 added');
  let origin = await library.start();
  await signsIn(page, origin);
  const listener = new Listener(page);

  await page
    .getByRole('article', { name: 'The Beach' })
    .getByRole('link', { name: 'The Beach' })
    .first()
    .click();
  const chapters = page.getByRole('region', { name: 'Chapters' });
  await chapters.getByRole('button', { name: 'Play Part 3' }).click();
  await listener.hears(1);
  // The chapter is a part of the file, and its own length is shown.
  const slider = listener.player.getByRole('slider', { name: 'Seek' });
  await expect(slider).toHaveAttribute('max', /^(?:19|20)/u);
  await slider.fill('12');
  await listener.hears(1);
  const reported = page.waitForResponse(
    (response) =>
      response.ok() && response.request().method() === 'POST' && response.url().endsWith('/user/content'),
  );
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();
  const position = await listener.position();
  await reported;
  expect(position).toBeGreaterThanOrEqual(12);

  await library.stop();
  renameSync(join(folder, 'Ann Author/The Beach'), join(folder, 'Ann Author/Another Name'));
  origin = await library.start();
  await expect
    .poll(() => library.admin(['import', folder]), { timeout: 30_000 })
    .toContain('0 added, 0 changed');
  await page.evaluate(() => {
    localStorage.clear();
  });
  await signsIn(page, origin);
  await page.goto(`${origin}/recently-listened`);
  await page
    .getByRole('article', { name: 'The Beach' })
    .getByRole('button', { name: 'Play The Beach' })
    .click();
  await listener.hears(1);
  await expect(listener.player).toContainText('Part 3');
  expect(await listener.position()).toBeGreaterThanOrEqual(Math.floor(position));
});

test('a chapter of a folder of mp3 plays', async ({ page }) => {
  await library.stop();
  await signsIn(page, await library.start());
  await page.getByRole('article', { name: 'Waves' }).getByRole('link', { name: 'Waves' }).first().click();
  await page.getByRole('region', { name: 'Chapters' }).getByRole('button', { name: 'Play 2' }).click();
  await new Listener(page).hears(1);
});
