import type { APIRequestContext, Locator } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
import type { Provider } from '../support/provider.ts';
import { test as base } from '../support/sessions.ts';

const WITH_PDF = {
  title: 'The Tide Library',
  path: '/audios/the-tide-library',
  pdf: '/media/pdf/the-tide-library.pdf',
};
const WITHOUT = { title: 'Small Hours', path: '/audios/small-hours' };

/** Every test begins as a subscriber who signed in before. */
const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

const pdfLink = (within: Locator): Locator => within.getByRole('link', { name: 'View PDF', exact: true });

/** How often the provider has answered by the PDF itself. */
async function fetchedPdfs(provider: Provider): Promise<number> {
  const calls = await provider.calls();
  return calls.filter(({ path, status }) => path === WITH_PDF.pdf && status === 200).length;
}

/** Follows a link beside the app: in the browser of these tests a PDF would be a download. */
async function openedBy(link: Locator, request: APIRequestContext): Promise<string> {
  await expect(link).toHaveAttribute('target', '_blank');
  const address = (await link.getAttribute('href')) ?? '';
  const answer = await request.get(address);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  return address;
}

test('View PDF opens the title’s own, on its page and in the player, by an address that is good for a while', async ({
  page,
  provider,
}) => {
  const main = page.getByRole('main');
  const { player } = new Listener(page);
  await page.goto(WITH_PDF.path);
  const opened = new URL(await openedBy(pdfLink(main), page.request));
  expect(opened.origin + opened.pathname).toBe(provider.origin + WITH_PDF.pdf);
  // What makes the address good is what the provider added to it: the catalogue's own opens nothing.
  expect((await page.request.get(opened.pathname)).status()).toBe(403);
  const asked = (await provider.calls()).filter(
    ({ path, query }) => path === '/api/v2/audio/tokenize' && query['url'] === WITH_PDF.pdf,
  );
  expect(asked.map(({ status }) => status)).toContain(200);

  await main.getByRole('button', { name: `Play ${WITH_PDF.title}`, exact: true }).click();
  expect(new URL(await openedBy(pdfLink(player), page.request)).pathname).toBe(WITH_PDF.pdf);

  // It may have waited on the screen for longer than it was good for: who turns to it gets another.
  const body = { tokenized_url: `${WITH_PDF.pdf}?another` };
  await provider.faults({ match: { path: '/api/v2/audio/tokenize' }, status: 200, body });
  for (const link of [pdfLink(main), pdfLink(player)]) {
    await link.hover();
    await expect(link).toHaveAttribute('href', `${provider.origin}${WITH_PDF.pdf}?another`);
  }
});

test('a title without a PDF has no such link, on its page or in the player', async ({ page }) => {
  const main = page.getByRole('main');
  const listener = new Listener(page);
  await page.goto(WITH_PDF.path);
  await main.getByRole('button', { name: `Play ${WITH_PDF.title}`, exact: true }).click();
  await expect(pdfLink(main)).toBeVisible();
  await expect(pdfLink(listener.player)).toBeVisible();

  await page.goto(WITHOUT.path);
  await main.getByRole('button', { name: `Play ${WITHOUT.title}`, exact: true }).click();
  await expect(listener.player.getByText(WITHOUT.title)).toBeVisible();
  await listener.hears(1);
  await expect(pdfLink(page.locator('body'))).toHaveCount(0);
});

test('a PDF whose address cannot be had keeps its link, which asks again when it is used', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 500|The PDF has no address|favicon\.ico/);
  await provider.faults({ match: { path: '/api/v2/audio/tokenize' }, status: 500 });
  const logged = page.waitForEvent('console', (message) => message.text().includes('The PDF has no address'));
  await page.goto(WITH_PDF.path);
  await logged;
  await expect(page.getByRole('heading', { level: 1, name: WITH_PDF.title })).toBeVisible();
  const link = pdfLink(page.getByRole('main'));
  await expect(link).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  // Nobody is told; the tab that was opened for it goes.
  const opened = page.waitForEvent('popup');
  await link.click();
  const tab = await opened;
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await provider.clearFaults();
  await page.mouse.move(0, 0);
  await provider.forgetCalls();
  await link.dispatchEvent('click');
  await expect.poll(async () => fetchedPdfs(provider)).toBeGreaterThan(0);
});

test('on a touch screen, where nothing is pointed at, an address that has expired is asked for again', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  // The tab that was opened looks for an icon of its own.
  allowConsole(/favicon\.ico/);
  const page = await openAs('annual', { hasTouch: true, isMobile: true });
  await page.clock.install();
  await page.goto(WITH_PDF.path);
  const link = pdfLink(page.getByRole('main'));
  await expect(link).toHaveAttribute('href', /signature/);
  // The page stands for longer than the address lives.
  await page.clock.fastForward('11:00');
  await provider.moveClock(11 * 60_000);
  const before = await link.getAttribute('href');
  await provider.forgetCalls();
  await link.tap();
  await expect.poll(async () => fetchedPdfs(provider)).toBeGreaterThan(0);
  expect(await link.getAttribute('href')).not.toBe(before);
  await page.clock.resume();
});
