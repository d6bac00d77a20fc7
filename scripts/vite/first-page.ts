import react from '@vitejs/plugin-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type Plugin } from 'vite';

const SKELETON = '/src/ui/app/page-skeleton.tsx';

/** The chunk that the entry imports while it starts the application. */
const RENDERER = 'react-dom';

const STYLE = /\s*<link rel="stylesheet" crossorigin href="\/(?<file>[^"]+)">/;
const SCRIPTS = /\s*<(?:script type="module"|link rel="modulepreload") crossorigin [^>]*>(?:<\/script>)?/g;

/**
 * Lets the document paint before any code of the application has loaded: its style sheet and a skeleton of the page become
 * part of it. The files of the application are the first that it names, so that the browser requests them at once.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const style = STYLE.exec(html)?.groups?.['file'] ?? '';
        const sheet = bundle?.[style];
        const renderer = Object.values(bundle ?? {}).find(({ name }) => name === RENDERER);
        const scripts = (html.match(SCRIPTS) ?? []).map((tag) =>
          tag.trim().replace('type="module" ', 'id="app" type="module" '),
        );
        if (sheet?.type !== 'asset' || renderer === undefined || scripts.length === 0)
          throw new Error('The page has another form than the plugin expects.');
        // Without `rel`, the link does nothing. The start script adds it later (APP-75).
        scripts.push(`<link id="renderer" crossorigin href="/${renderer.fileName}">`);
        // Code that loads later must not request it again. The browser would then compute every style again.
        for (const file of Object.values(bundle ?? {})) {
          if (file.type === 'chunk') file.viteMetadata?.importedCss.delete(style);
        }
        const { markup, rules } = withoutStyleAttributes(await renderSkeleton());
        const css = String(sheet.source).trim() + rules;
        if (css.includes('</')) throw new Error('The style sheet would end its element.');
        checkClasses(markup, css);
        // The file has the same rules as the document, which needs it where a host's policy forbids the inline style.
        sheet.source = css;
        return (
          html
            .replaceAll(SCRIPTS, '')
            .replace(STYLE, '')
            // Before the start script, which makes the policy of the page: the policy allows no inline style.
            .replace(
              '<script type="application/json"',
              (start) =>
                `${scripts.join('\n    ')}\n    <style id="style" data-file="/${style}">${css}</style>\n    ${start}`,
            )
            .replace('<div id="root"></div>', `<div id="root">${markup}</div>`)
        );
      },
    },
  };
}

async function renderSkeleton(): Promise<string> {
  const server = await createServer({
    configFile: false,
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    const { PageSkeleton: skeleton } = await server.ssrLoadModule(SKELETON);
    if (!isComponent(skeleton)) throw new Error(`${SKELETON} has no component PageSkeleton.`);
    return renderToStaticMarkup(createElement(skeleton));
  } finally {
    await server.close();
  }
}

const isComponent = (value: unknown): value is ComponentType => typeof value === 'function';

/** Moves the style attributes of markup into rules, because the policy of the page allows no style attributes. */
function withoutStyleAttributes(source: string): { readonly markup: string; readonly rules: string } {
  const names = new Map<string, string>();
  const markup = source.replaceAll(
    / class="([^"]*)" style="([^"]*)"/g,
    (_, classes: string, style: string) => {
      const name = names.get(style) ?? `skeleton-${names.size}`;
      names.set(style, name);
      return ` class="${classes} ${name}"`;
    },
  );
  if (markup.includes(' style="')) throw new Error('A style attribute of the skeleton is left.');
  return { markup, rules: [...names].map(([style, name]) => `.${name}{${style}}`).join('') };
}

/** The style sheet must know every class of the markup. */
function checkClasses(markup: string, css: string): void {
  const names = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, classes = '']) => classes.split(' '));
  const unknown = names.filter((name) => name.startsWith('_') && !css.includes(`.${name}`));
  if (unknown.length > 0) throw new Error(`The first style sheet does not have ${unknown.join(', ')}.`);
}
