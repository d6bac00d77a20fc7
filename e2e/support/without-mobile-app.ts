import { Provider } from './provider.ts';
import { test as base } from './sessions.ts';

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
