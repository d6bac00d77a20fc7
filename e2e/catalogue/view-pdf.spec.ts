import type { APIRequestContext, Locator } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { Listener } from '../support/listener.ts';
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
