import { fileURLToPath } from 'node:url';
import type { Plugin, ResolvedConfig } from 'vite';
import { classicScript } from './classic-script.ts';
import { configurationFrom, missingLinks, toInlineJson } from './configuration.ts';
import { withServicesOf } from './provider.ts';

const STUDIO = /^\/studio(?:[/?]|$)/;

/** The development server sends the studio's page for every path of the studio, as a host does. */
export function studioPage(): Plugin {
  return {
    name: 'studio-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const isNavigation = request.headers.accept?.includes('text/html') === true;
        if (isNavigation && STUDIO.test(request.url ?? '')) request.url = '/studio/index.html';
        next();
      });
    },
  };
}

/** The start scripts of the app and of the studio. */
const ENTRIES = {
  app: fileURLToPath(new URL('../../src/start/start.ts', import.meta.url)),
  studio: fileURLToPath(new URL('../../studio/src/start/start.ts', import.meta.url)),
};

/** The page of this path in a build or at the development server. */
export const pageAt = (path: string): keyof typeof ENTRIES =>
  path.startsWith('/studio/') ? 'studio' : 'app';

const START = '<!-- start -->';

/**
 * Completes an `index.html` at its marking comments: the configuration document, the brand in the title, and the inline start
 * script, which a host can allow by its hash.
 *
 * @param provider origin of the embedded provider behind the development server; missing in a build
 * @param notices collects the modules of the start script
 */
export function page(provider: string | undefined, notices: Plugin): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'page',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server, path }) {
        const [origin] = server?.resolvedUrls?.local ?? [];
        const own = configurationFrom(config.env);
        const document =
          provider && origin ? await withServicesOf(provider, new URL(origin).origin, own) : own;
        const missing = server === undefined ? missingLinks(own) : [];
        if (missing.length > 0)
          config.logger.warn(
            `\nNo address is known for ${missing.join(', ')}: the controls that lead there are not shown.`,
          );
        // Each replacement is a function, because in a string "$" would have a special meaning.
        const completed = html
          .replace('<!-- configuration -->', () => toInlineJson(document))
          .replace('<!-- brand -->', () => asText(document['brand']));
        const development = { 'import.meta.env.DEV': JSON.stringify(server !== undefined) };
        const script = await classicScript(ENTRIES[pageAt(path)], development, notices);
        // "</script" inside a string of the script would end its element.
        const inline = script.trim().replaceAll('</', String.raw`<\/`);
        return completed.replace(START, () => `<script>${inline}</script>`);
      },
    },
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : '';

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
