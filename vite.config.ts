import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';
import { classNames } from './scripts/vite/class-names.ts';
import { askedLast, firstLoad, runsFirst } from './scripts/vite/first-load.ts';
import { manifest } from './scripts/vite/manifest.ts';
import { page } from './scripts/vite/page.ts';
import { precompressed } from './scripts/vite/precompressed.ts';
import { PROVIDER_PATHS } from './scripts/vite/provider.ts';
import { secondPass } from './scripts/vite/second-pass.ts';
import { EVENTS, serviceWorker } from './scripts/vite/service-worker.ts';
import { thirdPartyNotices } from './scripts/vite/third-party-notices.ts';

/** Set by `npm run dev`: the embedded provider that stands behind the development server. */
const provider = process.env['PROVIDER_ORIGIN'];

/** The chunks that every visit begins with. */
const FIRST_LOAD = ['index', 'started', 'libraries', 'react', 'drawing', 'rolldown-runtime'];

/** Those that are smaller for a second minifier, which React is not; and the sign-in library. */
const MINIFIED_TWICE = ['index', 'started', 'libraries', 'library'];

const isFirst = (file: string): boolean =>
  FIRST_LOAD.some((name) => new RegExp(`^assets/${name}-[\\w-]{8}\\.(js|css)$`).test(file));

const inSource = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

const started = runsFirst('started', inSource('composition/started.ts'));
const drawing = runsFirst('drawing', inSource('ui/drawing.ts'));
const notices = thirdPartyNotices();

export default defineConfig({
  plugins: [
    react(),
    classNames(),
    page(provider, notices.beside),
    started.plugin,
    drawing.plugin,
    askedLast('rolldown-runtime'),
    manifest(),
    serviceWorker(notices.beside),
    notices.plugin,
    secondPass(MINIFIED_TWICE),
    precompressed(),
  ],
  // The sign-in library reads Node's name of the global object.
  define: { global: 'globalThis' },
  resolve: {
    alias: [
      // The sign-in library asks for a few of their functions.
      { find: /^buffer$/, replacement: inSource('adapters/cognito/byte-buffer.ts') },
      { find: /^@aws-crypto\/sha256-js$/, replacement: inSource('adapters/cognito/sha-256.ts') },
      // Its own numbers of any length, digit by digit.
      { find: /^\.\/BigInteger$/, replacement: inSource('adapters/cognito/big-integer.ts') },
      // Its own search for a source of random bytes.
      { find: /^\.\/utils\/WordArray$/, replacement: inSource('adapters/cognito/random-bytes.ts') },
      // The icon library makes its components with it.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: inSource('ui/parts/create-lucide-icon.ts') },
      // The container numbers its bindings with a few of its functions.
      { find: /^reflect-metadata\/lite$/, replacement: inSource('composition/metadata.ts') },
      // Whatever this stands in for, React has had of its own for years.
      {
        find: /^use-sync-external-store\/shim$/,
        replacement: 'react',
      },
    ],
    // RxJS for today's browsers.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // A build for the tests is made from constants alone.
  envDir: process.env['ENV_FILES'] === 'off' ? false : '.',
  build: {
    target: 'baseline-widely-available',
    sourcemap: 'hidden',
    modulePreload: {
      polyfill: false,
      // Whatever asks for more is in one of these, so that they have come: no list has to name them.
      resolveDependencies: (_, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !isFirst(file)),
    },
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          // What the sign-in library brings for browsers without `fetch`, and to keep its tokens in cookies itself.
          { test: /node_modules[\\/](isomorphic-unfetch|js-cookie)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        // Libraries change less often than the app: in chunks of their own they stay cached across releases.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              // The stand-in is evaluated with the container.
              test: /(node_modules[\\/](@?inversify(js)?|mobx)[\\/])|composition[\\/]metadata/,
            },
            // What screens are written with, and what draws them.
            { name: 'react', test: /node_modules[\\/](react|mobx-react-lite|@tanstack)[\\/]/ },
            { name: 'drawing', test: /(node_modules[\\/](react-dom|scheduler)[\\/])|ui[\\/]drawing/ },
            // What happens over time: the parts of the product that come late stand on it.
            { name: EVENTS, test: /node_modules[\\/]rxjs[\\/]/ },
            { name: started.group, debugName: 'started' },
            { name: firstLoad('app'), debugName: 'app' },
            // Each file that may come later is named in the first one, and its name is what nothing makes shorter. So
            // screens that a listener goes through one after the other come together, and what they are made of.
            { name: 'parts', test: /ui[\\/](answers|lists|parts)[\\/]|node_modules[\\/]lucide-react/ },
            {
              name: 'browsing',
              test: /ui[\\/]screens[\\/](authors?|categor(y|ies|y-topic)|groups|lists|search|topics?)[\\/]/,
            },
            { name: 'coming-in', test: /ui[\\/]screens[\\/](create|forgot-password|login)[\\/]/ },
            // What of ours asks the sign-in service.
            {
              name: 'sign-in',
              test: /adapters[\\/]cognito[\\/](session-renewal|vendor-errors|ways-in-and-out)/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: provider ? Object.fromEntries(PROVIDER_PATHS.map((path) => [path, provider])) : {},
  },
});
