import { type Plugin, type ResolvedConfig, build } from 'vite';
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

/**
 * Compiles the start script into one small classic script, which is part of the page.
 *
 * @param development the value of `import.meta.env.DEV`: true for the development server
 * @param notices collects the modules of the script
 */
async function startScript(development: boolean, notices: Plugin): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [notices],
    define: { 'import.meta.env.DEV': JSON.stringify(development) },
    build: {
      write: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
      modulePreload: false,
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error('The start script must be a single chunk.');
  // "</script" inside a string of the script would end its element.
  return chunk.code.trim().replaceAll('</', String.raw`<\/`);
}

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
