import type { Plugin, ResolvedConfig } from 'vite';
import { configurationFrom, missingLinks, toInlineJson } from './configuration.ts';
import { withServicesOf } from './provider.ts';
import { startScript } from './start-script.ts';

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
        const script = await startScript(server !== undefined, notices);
        return completed.replace(START, () => `<script>${script}</script>`);
      },
    },
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : '';
