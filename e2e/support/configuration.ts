import type { Page } from '@playwright/test';
import { Provider } from './provider.ts';
import { test as base } from './sessions.ts';

const ELEMENT = /(?<=<script\b[^>]*\bid="configuration"[^>]*>)[^<]*(?=<\/script>)/;

/** What the browser logs if a test blocks service workers. */
export const NO_WORKER = /Service Worker registration blocked/;

/**
 * Serves the product's page with a changed configuration document, as a host may do. The test has to block service
 * workers, because they would serve the page themselves.
 */
export async function configure(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route('**/*', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() !== 'document' || pathname.startsWith('/pool')) return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const document: unknown = JSON.parse(ELEMENT.exec(html)?.[0] ?? '{}');
    const changed = JSON.stringify({ ...(document as object), ...changes });
    return route.fulfill({ response, body: html.replace(ELEMENT, () => changed) });
  });
}

type Fixtures = { readonly expectedWarning: void };

/**
 * For tests with a provider that names no mobile app. Then the browser has downloads, bookmarks, the history and Up
 * Next.
 */
export const test = base.extend<Fixtures, { readonly provider: Provider }>({
  provider: [
    async ({}, use) => {
      const options = ['--no-collectors', '--no-mobile-app'];
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist', options);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  expectedWarning: [
    async ({ allowConsole }, use) => {
      allowConsole(/names no address for these links \{links: mobileApp\}/);
      await use();
    },
    { auto: true },
  ],
});
