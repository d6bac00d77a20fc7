import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailableError } from '../db/unavailable.ts';
import { limitMedia } from '../http/limit-media.ts';
import { allowEmbedding } from '../media/headers.ts';
import type { BackgroundWork, Media, MediaOptions, ProviderSource, SourceContext } from '../source.ts';
import { reportLines } from './import/report.ts';
import { FolderWatch } from './import/folder-watch.ts';
import { Library } from './library.ts';
import { audioRoutes } from './media/audio-routes.ts';
import { coverRoutes } from './media/cover-routes.ts';
import { pdfRoutes } from './media/pdf-routes.ts';
import { Pictures } from './media/pictures.ts';
import { Sounds } from './media/sounds.ts';
import { ReadThreads } from './read/read-threads.ts';
import type { OwnTables } from './tables.ts';

/** Number of reading threads. While one waits for a slow disk, the other serves. */
const THREADS = 2;
/** Milliseconds between regular imports, because network disks do not report changes. */
const REGULARLY_MS = 15 * 60_000;
/** Milliseconds to the next import after the database was away. */
const RETRY_MS = 10_000;

/** A folder that is imported: one that the operator named, or the folder of the files that publishers upload. */
export interface ImportedFolder {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'library' | 'uploads';
}

export interface LibrarySource extends ProviderSource {
  readonly folders: readonly ImportedFolder[];
  /** Imports all folders as soon as no other import runs. */
  readonly importAll: () => void;
}

/**
 * The source for the audio files of the operator.
 *
 * @param named absolute paths of the operator's folders
 * @param own absolute paths of the provider's own folders
 */
export function librarySource(
  named: readonly string[],
  own: { readonly uploads: string; readonly pdfs: string },
): LibrarySource {
  // An upload folder inside a named folder is imported with that one.
  const isInside = named.some((folder) => own.uploads.startsWith(`${folder}/`));
  const folders: readonly ImportedFolder[] = [
    ...named.map((path) => ({ path, kind: 'library' }) as const),
    ...(isInside ? [] : [{ path: own.uploads, kind: 'uploads' } as const]),
  ];
  const paths = folders.map(({ path }) => path);
  let importAll = (): void => undefined;
  return {
    name: 'library',
    folders,
    async prepare({ db, clock }) {
      await mkdir(own.uploads, { recursive: true });
      const library = new Library(db, clock);
      await library.hideOtherFolders(paths);
      await library.close();
    },
    createMedia: (options) => createMedia(options, own.pdfs),
    start(context) {
      const work = serveFolders(paths, context);
      importAll = work.importAll;
      return work;
    },
    importAll: () => importAll(),
    collectors: null,
    pages: null,
  };
}

function createMedia(options: MediaOptions, pdfs: string): Media {
  const { lookup, verify, clock, cacheDir } = options;
  const db = options.db.withTables<OwnTables>();
  const threads = new ReadThreads(THREADS);
  const sounds = new Sounds(db, threads);
  const pictures = new Pictures(db, threads, join(cacheDir, 'covers'), options.log);
  return {
    routes: async (app) => {
      app.addHook('onRequest', allowEmbedding);
      limitMedia(app, clock, options.requestsPerSecond);
      await app.register(audioRoutes({ sounds, lookup, verify, clock }));
      await app.register(coverRoutes({ pictures, db, lookup, verify }));
      await app.register(pdfRoutes({ db, folder: pdfs, lookup, verify }));
    },
    close: () => threads.close(),
  };
}

/** Imports the folders at the start, after each change, and regularly. */
function serveFolders(
  folders: readonly string[],
  { db, clock, log }: SourceContext,
): BackgroundWork & { readonly importAll: () => void } {
  const library = new Library(db, clock);
  const stopping = new AbortController();
  const { signal } = stopping;
  let work = Promise.resolve();
  const watches = new Map<string, FolderWatch>();
  const retries = new Map<string, NodeJS.Timeout>();

  const importOne = async (folder: string): Promise<void> => {
    if (signal.aborted) return;
    try {
      const report = await library.import({
        folder,
        signal,
        onDirectories: (paths) => {
          const failed = watches.get(folder)?.update(paths) ?? 0;
          if (failed > 0)
            log(`library: ${failed} folders cannot be watched; they are looked at every 15 minutes`);
        },
      });
      const { added, changed, missing, returned, refused } = report;
      if (added.length + changed.length + missing.length + returned.length + refused.length > 0) {
        for (const line of reportLines(report)) log(`library: ${line}`);
      }
    } catch (error) {
      if (signal.aborted) return;
      log(`library: ${folder} was not imported: ${error instanceof Error ? error.message : String(error)}`);
      if (!(error instanceof DatabaseUnavailableError)) return;
      retries.set(
        folder,
        setTimeout(() => enqueue(folder), RETRY_MS),
      );
    }
  };
  const waiting = new Set<string>();
  const enqueue = (folder: string): void => {
    if (waiting.has(folder)) return;
    waiting.add(folder);
    work = work.then(() => {
      waiting.delete(folder);
      return importOne(folder);
    });
  };
  const importAll = (): void => {
    for (const folder of folders) enqueue(folder);
  };
  for (const folder of folders) {
    watches.set(folder, new FolderWatch(folder, () => enqueue(folder)));
    enqueue(folder);
  }
  const timer = setInterval(() => {
    importAll();
    work = work.then(() => library.refreshPopularity()).catch(() => undefined);
  }, REGULARLY_MS);
  return {
    importAll,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      for (const retry of retries.values()) clearTimeout(retry);
      for (const watch of watches.values()) watch.close();
      await library.close();
      await work;
    },
  };
}
