import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { classicScript } from './classic-script.ts';

const ENTRY = fileURLToPath(new URL('../../src/service-worker/worker.ts', import.meta.url));

/** The path of the service worker. It is at the root, because a worker controls only paths below its own. */
const FILE = 'service-worker.js';

/** The name of the chunk of a lazy library that every visit loads. */
export const EVENTS = 'events';

/** Lazy libraries, which may never load. They are cached when they are first fetched. */
const isLateLibrary = (chunk: Rolldown.OutputChunk): boolean =>
  !chunk.isEntry &&
  chunk.name !== EVENTS &&
  chunk.moduleIds.length > 0 &&
  chunk.moduleIds.every((id) => id.includes('node_modules'));

/** The path of each language's file. Of these, the worker stores only that of the listener's language (LANG-17). */
const languageFiles = (files: readonly { readonly fileName: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files.flatMap(({ fileName }) => {
      const language = /^assets\/language-(?<tag>[\w-]+)-[\w-]{8}\.json$/.exec(fileName)?.groups?.['tag'];
      return language === undefined ? [] : [[language, `/${fileName}`]];
    }),
  );

/**
 * Compiles the service worker of a build, with the list of files that it caches at once: the page and every file of the
 * product, so that each screen opens without a network. Lazy libraries are left out, unless the entry or the listener's
 * first click needs them.
 *
 * @param notices collects the modules of the worker
 */
export function serviceWorker(notices: Plugin): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const chunks = files.filter((file) => file.type === 'chunk');
      const needed = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ imports }) => imports));
      const page = files.find(({ fileName }) => fileName === 'index.html');
      const html = page?.type === 'asset' ? String(page.source) : '';
      const kept = files.filter((file) =>
        file.type === 'chunk'
          ? !isLateLibrary(file) || needed.has(file.fileName) || html.includes(file.fileName)
          : // The script of a worker is an asset.
            /\.(?:css|svg|js)$/.test(file.fileName),
      );
      const paths = ['/', ...kept.map(({ fileName }) => `/${fileName}`).toSorted()];
      const version = createHash('sha256')
        .update(JSON.stringify(paths))
        .update(html)
        .digest('hex')
        .slice(0, 12);
      const contents = { BUILD: JSON.stringify({ version, paths, languages: languageFiles(files) }) };
      this.emitFile({ type: 'asset', fileName: FILE, source: await classicScript(ENTRY, contents, notices) });
    },
  };
}
