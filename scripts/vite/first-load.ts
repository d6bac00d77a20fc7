import type { Plugin, Rolldown } from 'vite';

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/**
 * Puts everything that the entry needs at once into one chunk. Otherwise the bundler makes a chunk for each set of modules
 * that a lazy screen shares with the entry, and a first visit would load twenty small files.
 *
 * @returns for a module, the name of that chunk, or null if it is lazy or a library
 */
export function firstLoad(name: string): (id: string, context: Context) => string | null {
  let needed: ReadonlySet<string> | null = null;
  return (id, context) => {
    needed ??= neededFrom(entryAbove(id, context), context);
    return needed.has(id) && !id.includes('node_modules') ? name : null;
  };
}

/**
 * Puts a module and everything that it needs into a chunk that the page requests itself. So it runs as soon as it has
 * loaded, and does not wait for other files of the entry. Modules that already have a chunk stay there.
 *
 * @param start path of the module
 */
export function runsFirst(
  name: string,
  start: string,
): { readonly plugin: Plugin; readonly group: (id: string, context: Context) => string | null } {
  let needed: ReadonlySet<string> | null = null;
  return {
    group(id, context) {
      needed ??= neededFrom(start, context);
      return needed.has(id) ? name : null;
    },
    plugin: {
      name: 'runs-first',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle }) {
          const chunk = Object.values(bundle ?? {}).find(
            (file) => file.type === 'chunk' && file.name === name,
          );
          if (chunk === undefined) throw new Error(`Nothing was built from ${start}.`);
          const path = `/${chunk.fileName}`;
          const early = { rel: 'modulepreload', crossorigin: true, href: path };
          const own = { type: 'module', async: true, crossorigin: true, src: path };
          return [
            // Without this, the browser requests such a script after all others.
            ...(html.includes(`href="${path}"`)
              ? []
              : [{ tag: 'link', attrs: early, injectTo: 'head' as const }]),
            { tag: 'script', attrs: own, injectTo: 'head' as const },
          ];
        },
      },
    },
  };
}

/**
 * Makes the page request a small chunk after the large ones. Over HTTP/1.1 a browser requests six files of a host at once,
 * and the seventh waits for another round trip.
 */
export function askedLast(name: string): Plugin {
  const preload = new RegExp(`\\s*<link rel="modulepreload"[^>]*/${name}-[^>]*>`);
  return {
    name: 'asked-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [link = ''] = preload.exec(html) ?? [];
        return html.replace(link, '').replace('</head>', `${link.trim()}\n  </head>`);
      },
    },
  };
}

/** The entry that a module belongs to, found through the modules that import it. */
function entryAbove(id: string, context: Context): string {
  const seen = new Set([id]);
  for (const each of seen) {
    const info = context.getModuleInfo(each);
    if (info?.isEntry === true) return each;
    for (const importer of [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])])
      seen.add(importer);
  }
  throw new Error(`${id} belongs to no entry.`);
}

/** The entry and all its direct and indirect static imports. */
function neededFrom(entry: string, context: Context): ReadonlySet<string> {
  const needed = new Set([entry]);
  for (const each of needed) {
    for (const imported of context.getModuleInfo(each)?.importedIds ?? []) needed.add(imported);
  }
  return needed;
}
