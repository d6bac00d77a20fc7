import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { BUILD_TARGET } from './scripts/lib/oldest-browsers.mjs';
import { buildVersion } from './scripts/vite/build-version.ts';
import { compiledAtOnce, firstLoad, secondPass } from './scripts/vite/first-load.ts';
import { firstPage } from './scripts/vite/first-page.ts';
import { manifest, page, studioPage } from './scripts/vite/page.ts';
import { precompressed } from './scripts/vite/precompressed.ts';
import { PROVIDER_PATHS } from './scripts/vite/provider.ts';
import { EVENTS, serviceWorker } from './scripts/vite/service-worker.ts';
import { thirdPartyNotices } from './scripts/vite/third-party-notices.ts';

/** Set by `npm run dev`: the embedded provider that stands behind the development server. */
const provider = process.env['PROVIDER_ORIGIN'];

/** The chunks that every visit begins with. */
const FIRST_LOAD = ['index', 'libraries', 'react-dom', 'rolldown-runtime'];

/** Those of them that a second minifier makes smaller. It makes React larger. */
const MINIFIED_TWICE = ['index', 'libraries'];

const isFirst = (file: string): boolean =>
  FIRST_LOAD.some((name) => new RegExp(`^assets/${name}-[\\w-]{8}\\.(js|css)$`).test(file));

const notices = thirdPartyNotices();

export default defineConfig({
  plugins: [
    react(),
    buildVersion(),
    studioPage(),
    page(provider, notices.beside),
    firstPage(),
    manifest(),
    serviceWorker(notices.beside),
    notices.plugin,
    secondPass(MINIFIED_TWICE),
    compiledAtOnce(['index', 'libraries', 'react-dom']),
    precompressed(),
  ],
  // The sign-in library reads Node's name of the global object.
  define: { global: 'globalThis' },
  resolve: {
    // RxJS for today's browsers.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // A build for the tests is made from constants alone.
  envDir: process.env['ENV_FILES'] === 'off' ? false : '.',
  build: {
    target: BUILD_TARGET,
    sourcemap: 'hidden',
    modulePreload: {
      polyfill: false,
      // Whatever asks for more is in one of these, so that they have come: no list has to name them.
      resolveDependencies(file, needed, { hostType }) {
        if (hostType === 'html') return needed;
        const later = needed.filter((each) => !isFirst(each));
        // A file that needs no other later file is requested by its import.
        return later.every((each) => each === file) ? [] : later;
      },
    },
    rolldownOptions: {
      // Only those who work on the build need to know how long a plugin takes.
      checks: { bundlerTimings: false },
      output: {
        // Libraries change less often than the app: in chunks of their own they stay cached across releases.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              // The list of a long transcript comes with the transcript.
              test: /node_modules[\\/](mobx|mobx-react-lite|inversify|@inversifyjs|reflect-metadata|react|use-sync-external-store|@tanstack(?![\\/](react-virtual|virtual-core)))[\\/]/,
            },
            { name: 'react-dom', test: /node_modules[\\/](react-dom|scheduler)[\\/]/ },
            // What happens over time: the parts of the product that come late stand on it.
            { name: EVENTS, test: /node_modules[\\/]rxjs[\\/]/ },
            { name: firstLoad('app'), debugName: 'app' },
            // The use cases that load after the first content come in one file, with a rule that a text and the search share.
            { name: 'use-cases', test: /src[\\/](application[\\/](?!account[\\/])|domain[\\/]folded)/ },
            // The first file names each later file. Screens that a listener visits in a row come together.
            {
              name: 'components',
              test: /ui[\\/]components[\\/](controls[\\/]|layout[\\/]|resource[\\/]|lists[\\/]|forms[\\/]|[^\\/]+$)|node_modules[\\/]lucide-react/,
            },
            { name: 'browsing', test: /ui[\\/]screens[\\/]catalogue[\\/]lists[\\/]/ },
            // The screens and the sign-in service share these rules. Every page loads them, but not those screens.
            { name: 'sign-in-rules', test: /src[\\/]domain[\\/](sign-in|account[\\/])/ },
            { name: 'session-screens', test: /ui[\\/]screens[\\/]session[\\/]/ },
            // A page without a mobile app needs most of it at once.
            { name: 'downloads', test: /ui[\\/]screens[\\/]downloads[\\/]/ },
            // What of ours asks the sign-in service.
            {
              name: 'sign-in',
              test: /adapters[\\/]cognito[\\/](session[\\/]session-renewal|vendor-errors|sign-in[\\/]sign-in-client)/,
            },
          ],
        },
      },
    },
  },
  // The workers are modules, as in development.
  worker: { format: 'es', plugins: () => [notices.beside] },
  server: {
    host: '127.0.0.1',
    proxy: provider ? Object.fromEntries(PROVIDER_PATHS.map((path) => [path, provider])) : {},
  },
});
