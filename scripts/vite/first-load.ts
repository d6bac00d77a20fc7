import type { Rolldown } from 'vite';

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
