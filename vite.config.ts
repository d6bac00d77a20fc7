import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { page } from './scripts/vite/page.ts';
import { PROVIDER_PATHS } from './scripts/vite/provider.ts';

/** Set by `npm run dev`: the embedded provider that stands behind the development server. */
const provider = process.env['PROVIDER_ORIGIN'];

export default defineConfig({
  plugins: [react(), page(provider)],
  // The sign-in library reads Node's name of the global object.
  define: { global: 'globalThis' },
  // A build for the tests is made from constants alone.
  envDir: process.env['ENV_FILES'] === 'off' ? false : '.',
  build: {
    target: 'baseline-widely-available',
    sourcemap: 'hidden',
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: provider ? Object.fromEntries(PROVIDER_PATHS.map((path) => [path, provider])) : {},
  },
});
