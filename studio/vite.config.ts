import react from '@vitejs/plugin-react';
import { dirname, join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { BUILD_TARGET } from '../scripts/lib/oldest-browsers.mjs';
import { checkedChunks, groupOf, type ChunkGroup } from '../scripts/vite/chunk-groups.ts';
import { languages } from '../scripts/vite/languages.ts';
import { page } from '../scripts/vite/page.ts';
import { precompressed } from '../scripts/vite/precompressed.ts';
import { thirdPartyNotices } from '../scripts/vite/third-party-notices.ts';

const ROOT = dirname(import.meta.dirname);

/**
 * Libraries change less often than the code of the studio, so the browser keeps their file longer. A library that is loaded
 * later has a file of its own.
 */
const LIBRARIES: ChunkGroup = {
  name: 'libraries',
  holds: [
    'node_modules/react',
    'node_modules/react-dom',
    'node_modules/scheduler',
    'node_modules/@tanstack',
    'node_modules/mobx',
    'node_modules/mobx-react-lite',
    'node_modules/rxjs',
    'node_modules/valibot',
    'node_modules/tus-js-client',
  ],
};

const notices = thirdPartyNotices('studio/third-party-notices.txt');

/**
 * The studio: a page of its own beside the app. Its build runs after the build of the app, into the same folder. The
 * names of its files start with `studio-`, so that the two builds never write the same file.
 */
export default defineConfig({
  root: ROOT,
  plugins: [
    react(),
    languages('studio'),
    page(undefined, notices.beside),
    checkedChunks(ROOT, [LIBRARIES]),
    notices.plugin,
    precompressed(),
  ],
  define: { global: 'globalThis' },
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  envDir: process.env['ENV_FILES'] === 'off' ? false : ROOT,
  publicDir: false,
  build: {
    target: BUILD_TARGET,
    sourcemap: 'hidden',
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Only those who work on the build need to know how long a plugin takes.
      checks: { bundlerTimings: false },
      input: join(import.meta.dirname, 'index.html'),
      output: {
        entryFileNames: 'assets/studio-[name]-[hash].js',
        chunkFileNames: 'assets/studio-[name]-[hash].js',
        codeSplitting: { groups: [groupOf(ROOT)(LIBRARIES)] },
        assetFileNames: 'assets/studio-[name]-[hash][extname]',
      },
    },
  },
});
