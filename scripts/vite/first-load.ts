import type { Plugin, Rolldown } from 'vite';

type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/**
 * Puts whatever the entry needs at once into one chunk. Left to itself, the bundler makes a chunk of its own of every
 * few modules that a lazy screen shares with it, and a first visit would wait for twenty little files.
 *
 * @returns for a module, the name of that chunk, or null if it loads late or is a library
 */
export function firstLoad(name: string): (id: string, context: Context) => string | null {
  let needed: ReadonlySet<string> | null = null;
  return (id, context) => {
    needed ??= neededFrom(entryAbove(id, context), context);
    return needed.has(id) && !id.includes('node_modules') ? name : null;
  };
}

/**
 * Puts a module and all that it needs into a chunk, which the page asks for by itself: it runs as soon as it has come,
 * whatever else the entry still waits for. What has a chunk already keeps it.
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
            // By itself such a script is asked for after all others.
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
 * Has the page ask for a small chunk after the large ones: over HTTP/1.1 a browser asks a host for six files at once, and
 * what comes seventh waits for a whole round trip more.
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

/** The entry that a module belongs to, found by following whoever imports it. */
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

/** The entry and all that it imports, and what that imports, not counting what is imported later. */
function neededFrom(entry: string, context: Context): ReadonlySet<string> {
  const needed = new Set([entry]);
  for (const each of needed) {
    for (const imported of context.getModuleInfo(each)?.importedIds ?? []) needed.add(imported);
  }
  return needed;
}
