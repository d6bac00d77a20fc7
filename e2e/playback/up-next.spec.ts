import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { test as base } from '../support/configuration.ts';
import { isMirrored } from '../support/language.ts';
import { Listener } from '../support/listener.ts';

/** Every test starts with a signed-in subscriber. */
const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

const TIDE = { id: 'the-tide-library', title: 'The Tide Library' };
const MIND = { id: 'quiet-mind', title: 'Quiet Mind' };
const SEA = { id: 'sea-breathing', title: 'Sea Breathing' };
const BELL = { id: 'study-bell', title: 'Study Bell' };

type Title = typeof MIND;

const region = (page: Page): Locator => page.getByRole('region', { name: 'Up Next' });

/** The names of the entries, in their order. */
const names = async (page: Page): Promise<readonly string[]> =>
  region(page)
    .getByRole('button', { name: /^Play / })
    .evaluateAll(
      (all, titles) =>
        all.map(({ ariaLabel }) => titles.find((title) => ariaLabel?.includes(title)) ?? ariaLabel ?? ''),
      [TIDE, MIND, SEA, BELL].map(({ title }) => title),
    );

/** Opens the page of a title and chooses an action of its Up Next menu. */
async function chooses(
  page: Page,
  { id, title }: Title,
  action: 'Play next' | 'Add to Up Next',
): Promise<void> {
  await page.goto(`/audios/${id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Up Next: ${title}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await expect(
    page.getByRole('main').getByText(`${title}: ${action === 'Play next' ? 'plays next' : 'added'}`),
  ).toBeAttached();
}

async function plays(page: Page, { id, title }: Title, query = ''): Promise<Listener> {
  await page.goto(`/audios/${id}${query}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .click();
  const listener = new Listener(page);
  await listener.hears(1);
  return listener;
}

const opensMenu = async ({ player }: Listener): Promise<void> =>
  player.getByRole('button', { name: 'Menu', exact: true }).click();

test('three titles are put in order by keyboard and mouse, survive a reload, and are undone', async ({
  page,
}) => {
  await chooses(page, MIND, 'Add to Up Next');
  await chooses(page, SEA, 'Add to Up Next');
  await chooses(page, BELL, 'Play next');
  const listener = await plays(page, TIDE);
  await opensMenu(listener);
  await expect.poll(async () => names(page)).toEqual([BELL.title, MIND.title, SEA.title]);
  expect(await violations(page)).toEqual([]);
  // A phone shows the whole list without cutting anything off.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await region(page)
    .getByRole('button', { name: `Move ${SEA.title} up` })
    .focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => names(page)).toEqual([BELL.title, SEA.title, MIND.title]);
  await expect(region(page).getByRole('button', { name: `Move ${SEA.title} up` })).toBeFocused();
  await expect(region(page).getByText(`${SEA.title} is now number 2 of 3.`)).toBeAttached();

  await drags(page, MIND.title, BELL.title);
  await expect.poll(async () => names(page)).toEqual([MIND.title, BELL.title, SEA.title]);

  await page.reload();
  await opensMenu(listener);
  await expect.poll(async () => names(page)).toEqual([MIND.title, BELL.title, SEA.title]);
  await region(page).getByRole('button', { name: 'Clear Up Next' }).click();
  await expect(region(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  expect(await names(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(async () => names(page)).toEqual([MIND.title, BELL.title, SEA.title]);
});

/** Drags an entry onto another one with the mouse, by its handle. */
async function drags(page: Page, from: string, onto: string): Promise<void> {
  const row = (name: string) => region(page).getByRole('listitem').filter({ hasText: name });
  const start = await row(from).boundingBox();
  const end = await row(onto).boundingBox();
  if (start === null || end === null) throw new Error('Both entries are in view');
  const x = isMirrored ? start.x + start.width - 16 : start.x + 16;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + start.height / 2 - 10, { steps: 3 });
  await page.mouse.move(x, end.y + end.height / 2 - 4, { steps: 8 });
  await page.mouse.up();
}

const TITLE = 'The Tide Library';

/** Plays the third chapter from second 42, long enough for an entry in the history. */
async function playsTitle(page: Page): Promise<void> {
  await page.goto('/audios/the-tide-library?chapter=3&t=42');
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${TITLE}`, exact: true })
    .click();
  await new Listener(page).hears(7);
}

const today = (page: Page) => page.getByRole('region', { name: 'Today' });

test('the history survives a page that is closed while it plays, and is cleared with undo', async ({
  page,
}) => {
  await playsTitle(page);
  await page.goto('/history');
  await expect(today(page).getByText('Stopped when the page was closed')).toBeVisible();
  await page.getByRole('button', { name: 'Clear history' }).click();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeFocused();
  await expect(today(page)).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await undo.click();
  await expect(today(page)).toBeVisible();
  await page.getByRole('button', { name: 'Clear history' }).click();
  await page.reload();
  await expect(page.getByText('So you find the place where you fell asleep.')).toBeVisible();
});
