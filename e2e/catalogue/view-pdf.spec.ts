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

/** Every test starts with a signed-in subscriber. */
const test = base.extend({
  storageState: async ({ sessions }, use) => use(await sessions.of('annual')),
});

const pdfLink = (within: Locator): Locator => within.getByRole('link', { name: 'View PDF', exact: true });

/** How often the provider has sent the PDF. */
async function fetchedPdfs(provider: Provider): Promise<number> {
  const calls = await provider.calls();
  return calls.filter(({ path, status }) => path === WITH_PDF.pdf && status === 200).length;
}

/** Requests the address of the link directly, because the test browser would download a PDF. */
async function openedBy(link: Locator, request: APIRequestContext): Promise<string> {
  await expect(link).toHaveAttribute('target', '_blank');
  const address = (await link.getAttribute('href')) ?? '';
  const response = await request.get(address);
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('application/pdf');
  expect((await response.body()).subarray(0, 5).toString()).toBe('%PDF-');
  return address;
}

test('View PDF opens the PDF of the title by a signed address, on its page and in the player', async ({
  page,
  provider,
}) => {
  const main = page.getByRole('main');
  const { player } = new Listener(page);
  await page.goto(WITH_PDF.path);
  const opened = new URL(await openedBy(pdfLink(main), page.request));
  expect(opened.origin + opened.pathname).toBe(provider.origin + WITH_PDF.pdf);
  // The provider has signed the address. Without the signature the PDF does not open.
  expect((await page.request.get(opened.pathname)).status()).toBe(403);
  const requests = (await provider.calls()).filter(
    ({ path, query }) => path === '/api/v2/audio/tokenize' && query['url'] === WITH_PDF.pdf,
  );
  expect(requests.map(({ status }) => status)).toContain(200);

  await main.getByRole('button', { name: `Play ${WITH_PDF.title}`, exact: true }).click();
  expect(new URL(await openedBy(pdfLink(player), page.request)).pathname).toBe(WITH_PDF.pdf);

  // The address may have expired on the screen. Pointing at the link gets a new one.
  const body = { tokenized_url: `${WITH_PDF.pdf}?another` };
  await provider.faults({ match: { path: '/api/v2/audio/tokenize' }, status: 200, body });
  for (const link of [pdfLink(main), pdfLink(player)]) {
    await link.hover();
    await expect(link).toHaveAttribute('href', `${provider.origin}${WITH_PDF.pdf}?another`);
  }
});

test('a PDF whose address cannot be fetched keeps its link, which requests the address again when used', async ({
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

  // No alert shows, and the opened tab closes.
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

test('on a touch screen a tap on the link requests an expired address again', async ({
  openAs,
  provider,
  allowConsole,
}) => {
  // The opened tab requests a favicon.
  allowConsole(/favicon\.ico/);
  const page = await openAs('annual', { hasTouch: true, isMobile: true });
  await page.clock.install();
  await page.goto(WITH_PDF.path);
  const link = pdfLink(page.getByRole('main'));
  await expect(link).toHaveAttribute('href', /signature/);
  // The page stays open until the address has expired.
  await page.clock.fastForward('11:00');
  await provider.moveClock(11 * 60_000);
  const before = await link.getAttribute('href');
  await provider.forgetCalls();
  await link.tap();
  await expect.poll(async () => fetchedPdfs(provider)).toBeGreaterThan(0);
  expect(await link.getAttribute('href')).not.toBe(before);
  await page.clock.resume();
});
