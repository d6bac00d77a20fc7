import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The harness: the app on doubles with a panel, in pages of its own. No build of the app has any of it. */
export default defineConfig({
  root: inProject('harness'),
  plugins: [react()],
  define: { global: 'globalThis' },
  resolve: {
    // The contract suites run in the page, with the same assertions and a runner of their own.
    alias: { vitest: inProject('test/contract/in-page/vitest.ts') },
    conditions: ['es2015', ...defaultClientConditions],
  },
  envDir: false,
  publicDir: false,
  base: './',
  cacheDir: inProject('.cache/vite-harness'),
  server: { host: '127.0.0.1', port: 5174 },
  build: {
    target: 'esnext',
    outDir: inProject('dist-harness'),
    emptyOutDir: true,
    rolldownOptions: { input: [inProject('harness/index.html'), inProject('harness/frame.html')] },
  },
});
