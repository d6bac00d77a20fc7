import type { Page } from '@playwright/test';
import { expect } from './language.ts';

/** The size of a whole download, in English, German or Arabic. */
export const SIZE = /^\d+(?:[.,]\d)?\s(?:[kMG]B|كيلوبايت|م\.ب|غ\.ب)$/u;

/** Waits until the page opens without a network. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Opens the page of a title and downloads it by its button. */
export async function downloadWhole(page: Page, id: string): Promise<void> {
  await page.goto(`/audios/${id}`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Download', exact: true }).click();
  // The demonstration makes its sounds when they are first asked for.
  const downloaded = main.getByRole('button', { name: 'Downloaded', exact: true });
  await expect(downloaded).toBeVisible({ timeout: 60_000 });
}

/** The names of all files that the origin stores. */
export const storedFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const names: string[] = [];
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const handle of folder.values()) {
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle);
        else names.push(handle.name);
      }
    };
    await walk(await navigator.storage.getDirectory());
    return names;
  });
