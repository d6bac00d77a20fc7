import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { mp3, tone } from 'audio-streaming-provider/test/library/support/make-audio';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/language.ts';
import { OwnLibrary } from '../support/own-studio.ts';

const PASSWORD = 'a long password';
const work = mkdtempSync(join(tmpdir(), 'people-'));
const folder = join(work, 'Audio');
const library = new OwnLibrary(join(work, 'data'), folder);
let origin = '';

// One worker for all tests of this file: they share a provider, and follow one another.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  mkdirSync(join(folder, 'The Beach'), { recursive: true });
  writeFileSync(join(folder, 'The Beach/1.mp3'), await mp3(tone(20, 300)));
  for (const [name, role] of [
    ['olga', 'owner'],
    ['lena', 'listener'],
  ] as const) {
    const args = ['member', 'add', `${name}@example.org`, '--password-stdin', '--role', role, '--name', name];
    await library.admin(args, PASSWORD);
  }
  await library.admin(['import', folder]);
  origin = await library.start();
});

test.afterAll(async () => {
  await library.stop();
  rmSync(work, { recursive: true, force: true });
});

async function signsIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function opensStudio(page: Page, path: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.waitForURL(/\/login\?from=/u);
  await signsIn(page, 'olga');
  await page.waitForURL(`${origin}${path}`);
}

/** A listener in a browser of her own. */
async function lena(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  await signsIn(page, 'lena');
  await expect(page.getByRole('link', { name: 'Hi, lena' })).toBeVisible();
  return page;
}

const opensBeach = async (page: Page): Promise<void> => {
  await page.goto(`${origin}/new-releases`);
  await page.getByRole('main').getByRole('link', { name: 'The Beach' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'The Beach' })).toBeVisible();
};

test('an owner finds a member and gives a plan, the member hears, and the statement shows it', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const listening = await browser.newContext();
  const listener = await lena(listening);
  await opensBeach(listener);
  await listener.getByRole('main').getByRole('button', { name: 'Play The Beach' }).first().click();
  await expect(listener.getByRole('dialog', { name: 'Unlock every audio now!' })).toBeVisible();

  await opensStudio(page, '/studio/members');
  const members = page.getByRole('region', { name: 'Members' });
  await expect(members.getByText('2 members')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // By keyboard alone: find, open, choose, save.
  await members.getByRole('textbox', { name: 'Find members' }).focus();
  await page.keyboard.type('LENA@');
  await expect(members.getByText('1 member')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(members.getByRole('link', { name: 'lena' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'lena' })).toBeFocused();
  const plan = page.getByRole('form', { name: 'Plan' });
  await plan.getByRole('combobox', { name: 'Plan' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(plan.getByRole('combobox', { name: 'Plan' })).toHaveValue('monthly');
  await plan.getByRole('button', { name: 'Save plan' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The plan is saved.')).toBeVisible();
  const change = page.getByRole('row', { name: 'olga@example.org' }).filter({ hasText: 'Plan' });
  await expect(change.filter({ hasText: 'monthly' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await opensBeach(listener);
  await listener.getByRole('main').getByRole('button', { name: 'Play The Beach' }).first().click();
  const player = listener.getByRole('region', { name: 'Player' });
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await listener.waitForTimeout(3_000);
  const reported = listener.waitForResponse((response) => response.url().endsWith('/audio/reporting'));
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  expect((await reported).status()).toBe(200);
  await listening.close();

  await page.getByRole('navigation').getByRole('link', { name: 'Statements' }).click();
  const statements = page.getByRole('region', { name: 'Statements' });
  await expect(
    statements.getByRole('row', { name: /\b0:00:0[2-6]$/u }).filter({ hasText: 'Total' }),
  ).toBeVisible();
  await statements.getByRole('combobox', { name: 'Show' }).selectOption('Authors and titles');
  await expect(statements.getByRole('cell', { name: 'The Beach' })).toBeVisible();
  await expect(statements.getByRole('figure', { name: 'Listened time by month' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const printed = await library.admin(['royalties', '--from', '2020-01-01', '--to', '2099-12-31', '--csv']);
  expect(printed).not.toContain(String.raw`\u`);
  expect(printed).toMatch(/"\d{4}-\d{2}","[^"]*","[^"]*","[^"]*","The Beach",[2-6]\d{3}\n/u);
});
