import type { Plugin, ResolvedConfig } from 'vite';
import { configurationFrom, missingLinks, toInlineJson } from './configuration.ts';
import { withServicesOf } from './provider.ts';
import { startScript } from './start-script.ts';

/**
 * Completes `index.html`, where comments mark the places: the configuration document, the brand in the
 * title, and the start script, inline, so that a host can allow it by its hash.
 *
 * @param provider origin of the embedded provider behind the development server; absent in a build
 * @param notices sees what the start script is made of
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
        const script = await startScript(server !== undefined, notices);
        // Each replacement is a function: in a plain string, "$" would have a meaning of its own.
        return html
          .replace('<!-- configuration -->', () => toInlineJson(document))
          .replace('<!-- start -->', () => `<script>${script}</script>`)
          .replace('<!-- brand -->', () => asText(document['brand']));
      },
    },
  };
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : '';
