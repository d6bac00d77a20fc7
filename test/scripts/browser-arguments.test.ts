import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import config from '../../playwright.config.ts';

/** The features that a command line tells a browser to leave out. */
const leftOut = (commandLine: string): readonly string[] =>
  (/--disable-features=([\w,]+)/.exec(commandLine)?.[1] ?? '').split(',');

/** What Playwright itself has left out: a launch that fails reports its whole command line. */
async function ofPlaywright(): Promise<readonly string[]> {
  const failure: unknown = await chromium
    .launch({ executablePath: process.execPath })
    .catch((error: unknown) => error);
  return leftOut(String(failure));
}

test('the browser tests leave out all that Playwright leaves out', async () => {
  const own = await ofPlaywright();
  expect(own).toContain('PaintHolding');
  expect(leftOut(config.use?.launchOptions?.args?.join(' ') ?? '')).toEqual(expect.arrayContaining([...own]));
});
