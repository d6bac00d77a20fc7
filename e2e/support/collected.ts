import { test as base } from '../fixtures.ts';
import { Collectors } from './collectors.ts';
import { Provider } from './provider.ts';

/** Playwright's `test` with a provider that also acts as the analytics and the messaging service. */
export const test = base.extend<{ readonly collectors: Collectors }, { readonly provider: Provider }>({
  provider: [
    async ({}, use) => {
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist', []);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  collectors: [
    async ({ provider }, use) => {
      const collectors = new Collectors(provider);
      await collectors.forget();
      await use(collectors);
    },
    { auto: true },
  ],
});
