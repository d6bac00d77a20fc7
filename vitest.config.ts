import { defineConfig } from 'vitest/config';
import { SLOW_UNIT } from './scripts/lib/slow-tests.mjs';
import { LongestFirst } from './test/setup/longest-first.ts';

const SETUP = ['test/setup/console.ts', 'test/setup/seed.ts'];
const SETUP_IN_NODE = ['test/setup/without-browser.ts', ...SETUP];

/** The tests that share the modules of one process: they change nothing outside themselves. */
const SHARED = [
  'test/{adapters,application,architecture,composition,domain,service-worker,start,ui}/**/*.test.ts',
  '{components,laws,transcripts,translations,wire}/test/**/*.test.ts',
  'studio/test/{adapters,application,domain}/**/*.test.ts',
];
/** Tests of providers that do the same. The modules of the server take seconds to load. */
const SHARED_SERVER = ['server/test/{api,host,http,mail,media,members,pool}/**/*.test.ts'];

/** What `npm test` leaves out. */
const LEFT_OUT =
  process.env['WITHOUT_SLOW_TESTS'] === undefined
    ? []
    : SLOW_UNIT.map((path) => (path.endsWith('/') ? `${path}**` : path));

/** The tests of the root and of all packages, with a guarded console: tests in Node, and component tests of the screens in a DOM. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: SHARED,
          exclude: LEFT_OUT,
          environment: 'node',
          isolate: false,
          setupFiles: SETUP_IN_NODE,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: SHARED_SERVER,
          exclude: LEFT_OUT,
          environment: 'node',
          isolate: false,
          setupFiles: SETUP_IN_NODE,
          globalSetup: 'test/setup/database-server.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [
            '{test,proofs,{components,conformance,core,laws,server,studio,transcripts,translations,wire}/test}/**/*.test.ts',
          ],
          exclude: [...SHARED, ...SHARED_SERVER, ...LEFT_OUT],
          environment: 'node',
          setupFiles: SETUP_IN_NODE,
          globalSetup: 'test/setup/database-server.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          include: ['{test,studio/test}/ui/**/*.test.tsx'],
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
    maxWorkers: 2,
    // Newer Node has a storage of its own, which would stand in the way of the one of the DOM.
    execArgv: ['--no-experimental-webstorage'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
