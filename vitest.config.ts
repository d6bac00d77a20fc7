import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';

const SETUP = ['test/setup/console.ts', 'test/setup/seed.ts'];

/** Everything under `test/`, with a guarded console: tests in Node, and component tests of the screens in a DOM. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['test/**/*.test.ts'], environment: 'node', setupFiles: SETUP },
      },
      {
        // The calls of the product API and the backups once more, on a PostgreSQL server in place of the embedded database.
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/server/api/*.test.ts', 'test/server/backup/*.test.ts'],
          environment: 'node',
          setupFiles: SETUP,
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          include: ['test/ui/**/*.test.tsx'],
          environment: './test/setup/dom-environment.ts',
          isolate: false,
          environmentOptions: {
            happyDOM: {
              url: 'https://hark.invalid/',
              // A link to another page must not fetch it.
              settings: {
                navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true },
                disableIframePageLoading: true,
                handleDisabledFileLoadingAsSuccess: true,
              },
            },
          },
          setupFiles: [...SETUP, 'test/setup/dom.ts'],
        },
      },
    ],
    // A provider with its embedded database takes hundreds of megabytes: two at once is what a small machine holds.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
