import { Provider } from './provider.ts';
import { test as base } from './sessions.ts';

/** Tests with a provider that names no mobile app: downloads, bookmarks, the history and Up Next are in the browser. */
export const test = base.extend<object, { readonly provider: Provider }>({
  provider: [
    async ({}, use) => {
      const options = ['--no-collectors', '--no-mobile-app'];
      const provider = await Provider.start(process.env['TEST_DIST'] ?? 'dist', options);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});
