import type { Plugin, ResolvedConfig } from 'vite';
import { classicScript } from './classic-script.ts';
import { configurationFrom, missingLinks, toInlineJson } from './configuration.ts';
import { withServicesOf } from './provider.ts';
import { fileURLToPath } from 'node:url';

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

const ENTRY = fileURLToPath(new URL('../../src/start/start.ts', import.meta.url));

const START = '<!-- start -->';

/**
 * Completes `index.html` at its marking comments: the configuration document, the brand in the title, and the inline start
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
      async handler(html, { server }) {
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
        // The page of the studio has no start script.
        if (!completed.includes(START)) return completed;
        const development = { 'import.meta.env.DEV': JSON.stringify(server !== undefined) };
        const script = await classicScript(ENTRY, development, notices);
        // "</script" inside a string of the script would end its element.
        const inline = script.trim().replaceAll('</', String.raw`<\/`);
        return completed.replace(START, () => `<script>${inline}</script>`);
      },
    },
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : '';
