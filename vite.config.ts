import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { BUILD_TARGET } from './scripts/lib/oldest-browsers.mjs';
import { checkedChunks, groupOf, type ChunkGroup } from './scripts/vite/chunk-groups.ts';
import { buildVersion } from './scripts/vite/build-version.ts';
import { compiledAtOnce, firstLoad, secondPass } from './scripts/vite/first-load.ts';
import { firstPage } from './scripts/vite/first-page.ts';
import { languages } from './scripts/vite/languages.ts';
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

const ROOT = import.meta.dirname;

/** Libraries change less often than the app: in chunks of their own they stay cached across releases. */
const LIBRARIES: readonly ChunkGroup[] = [
  {
    name: 'libraries',
    holds: [
      'node_modules/mobx',
      'node_modules/mobx-react-lite',
      'node_modules/inversify',
      'node_modules/@inversifyjs',
      'node_modules/reflect-metadata',
      'node_modules/react',
      'node_modules/use-sync-external-store',
      'node_modules/@tanstack',
    ],
    // The list of a long transcript comes with the transcript.
    except: ['node_modules/@tanstack/react-virtual', 'node_modules/@tanstack/virtual-core'],
  },
  { name: 'react-dom', holds: ['node_modules/react-dom', 'node_modules/scheduler'] },
  // What happens over time: the parts of the product that come late stand on it.
  { name: EVENTS, holds: ['node_modules/rxjs'] },
];

/** What loads after the first content. The first file names each later file. Screens that a listener visits in a row come together. */
const LATE: readonly ChunkGroup[] = [
  // The use cases that load after the first content come in one file, with small parts that several of them or of the screens need.
  {
    name: 'use-cases',
    holds: [
      'src/application',
      'src/composition/open-downloads.ts',
      'src/domain/folded.ts',
      'src/domain/listening/listening-numbers.ts',
    ],
    except: ['src/application/account'],
  },
  {
    name: 'components',
    holds: [
      'components',
      'translations',
      'src/ui/components/*',
      'src/ui/components/controls',
      'src/ui/components/cover',
      'src/ui/components/layout',
      'src/ui/components/resource',
      'src/ui/components/lists',
      'src/ui/screens/listening/use-listening.ts',
      'node_modules/lucide-react',
    ],
  },
  { name: 'browsing', holds: ['src/ui/screens/catalogue/lists'] },
  // The screens and the sign-in service share these rules. Every page loads them, but not those screens.
  { name: 'sign-in-rules', holds: ['src/domain/sign-in.ts'] },
  { name: 'session-screens', holds: ['src/ui/screens/session'] },
  // A page without a mobile app needs most of it at once.
  { name: 'downloads', holds: ['src/ui/screens/downloads'] },
  // What of ours asks the sign-in service.
  {
    name: 'sign-in',
    holds: [
      'src/adapters/cognito/session/session-renewal.ts',
      'src/adapters/cognito/vendor-errors.ts',
      'src/adapters/cognito/sign-in/sign-in-client.ts',
    ],
  },
];

const inChunk = groupOf(ROOT);

const notices = thirdPartyNotices();

export default defineConfig({
  plugins: [
    react(),
    buildVersion(),
    studioPage(),
    languages('app'),
    page(provider, notices.beside),
    firstPage(),
    manifest(),
    serviceWorker(notices.beside),
    checkedChunks(ROOT, [...LIBRARIES, ...LATE], FIRST_LOAD),
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
        codeSplitting: {
          groups: [
            ...LIBRARIES.map(inChunk),
            { name: firstLoad('app'), debugName: 'app' },
            ...LATE.map(inChunk),
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
