import type { Plugin, ResolvedConfig } from 'vite';
import { configurationFrom } from './configuration.ts';

const FILE = 'manifest.webmanifest';

/** The background colours of the app in the light theme, the same as in `theme-color` of the page. */
const PAPER = '#faf7f2';

/** Makes the app installable: a web manifest with the configured brand, and the page's link to it. */
export function manifest(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'manifest',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle() {
      const { brand } = configurationFrom(config.env);
      const contents = {
        id: '/',
        name: brand,
        short_name: brand,
        description: 'Audiobooks, podcasts and meditations to listen to anywhere.',
        lang: 'en',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: PAPER,
        background_color: PAPER,
        categories: ['entertainment', 'books', 'education'],
        icons: [
          { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
          { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
          { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
          { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: 'Library', url: '/library' },
          { name: 'Search', url: '/search-results' },
        ],
      };
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(contents) });
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${FILE}` }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }, injectTo: 'head' },
    ],
  };
}
