import react from '@vitejs/plugin-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type Plugin } from 'vite';

/** The components that the document holds as templates, by the id of the template. */
const TEMPLATES = {
  'member-frame': 'MemberFrame',
  'visitor-frame': 'VisitorFrame',
  'first-shelf': 'FirstShelf',
} as const;

const MODULE = '/src/ui/app/first-frame.tsx';

const SCRIPT = /\s*<script type="module" crossorigin src="(?<file>[^"]+)"><\/script>/;
const STYLE = /\s*<link rel="stylesheet" crossorigin href="\/(?<file>[^"]+)">/;

/**
 * Lets the document paint before any code of the application has loaded. The style sheet of the first page becomes part of
 * the document, and so does the static markup of its first frame. The start script shows that markup, and then requests
 * the application's own scripts, so that the first titles do not wait for them.
 *
 * @param early name of a chunk that the page loads together with its entry
 */
export function firstFrame(early: string): Plugin {
  return {
    name: 'first-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const style = STYLE.exec(html)?.groups?.['file'] ?? '';
        const sheet = bundle?.[style];
        const entry = SCRIPT.exec(html)?.groups?.['file'];
        const preload = new RegExp(
          `\\s*<link rel="modulepreload" crossorigin href="(?<file>[^"]*/${early}-[^"]+)">`,
        );
        const loadedWithIt = preload.exec(html)?.groups?.['file'];
        if (sheet?.type !== 'asset' || entry === undefined || loadedWithIt === undefined)
          throw new Error('The page has another form than the plugin expects.');
        // Code that loads later must not request it again. The browser would then compute every style again.
        for (const file of Object.values(bundle ?? {})) {
          if (file.type === 'chunk') file.viteMetadata?.importedCss.delete(style);
        }
        const css = String(sheet.source).trim();
        if (css.includes('</')) throw new Error('The style sheet would end its element.');
        // Written as the browser writes it, because the app compares it with that of another build.
        const scripts = [`/${loadedWithIt.replace(/^\//, '')}`, entry]
          .map((file) => `<script type="module" crossorigin="" src="${file}"></script>`)
          .join('');
        const templates = await renderTemplates(css);
        return (
          html
            .replace(SCRIPT, '')
            .replace(preload, '')
            .replace(STYLE, '')
            // Before the start script, which makes the policy of the page: the policy allows no inline style.
            .replace(
              '<script type="application/json"',
              (start) => `<style id="style" data-file="/${style}">${css}</style>\n    ${start}`,
            )
            .replace(
              '<div id="root"></div>',
              (root) => `${root}\n    ${templates}\n    <template id="app-files">${scripts}</template>`,
            )
        );
      },
    },
  };
}

/** @param css the style sheet, which must know every class of the markup */
async function renderTemplates(css: string): Promise<string> {
  const server = await createServer({
    configFile: false,
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    const components = await server.ssrLoadModule(MODULE);
    return Object.entries(TEMPLATES)
      .map(([id, name]) => {
        const component: unknown = components[name];
        if (!isComponent(component)) throw new Error(`${MODULE} has no component ${name}.`);
        // The policy of the page allows no style attributes. The start script sets these styles.
        const markup = renderToStaticMarkup(createElement(component)).replaceAll(' style="', ' data-style="');
        checkClasses(markup, css);
        return `<template id="${id}">${markup}</template>`;
      })
      .join('\n    ');
  } finally {
    await server.close();
  }
}

const isComponent = (value: unknown): value is ComponentType => typeof value === 'function';

function checkClasses(markup: string, css: string): void {
  const names = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, classes = '']) => classes.split(' '));
  const unknown = names.filter((name) => name.startsWith('_') && !css.includes(`.${name}`));
  if (unknown.length > 0) throw new Error(`The first style sheet does not have ${unknown.join(', ')}.`);
}
