import { mkdir } from 'node:fs/promises';
import { DatabaseUnavailableError } from '../db/unavailable.ts';
import { limitMedia } from '../http/limit-media.ts';
import type { LocalCopies } from '../store/local-copies.ts';
import { type MediaStore, StoreUnavailableError } from '../store/media-store.ts';
import type { AudioFolder, FolderAt } from './folders/audio-folder.ts';
import { diskFolder } from './folders/disk-folder.ts';
import { StoreFolder } from './folders/store-folder.ts';
import { CoverReader } from './read/cover-reader.ts';
import { allowEmbedding, answerMediaPreflights } from '../media/headers.ts';
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
const NO_PROBLEMS = JSON.stringify([[], [], null]);
/** Milliseconds to the next import after the database was away. */
const RETRY_MS = 10_000;

/** A folder that is imported: one that the operator named, or the folder of the files that publishers upload. */
export interface ImportedFolder {
  /** Absolute, or the name of a folder in the store. */
  readonly path: string;
  readonly kind: 'library' | 'uploads';
}

export interface LibrarySource extends ProviderSource {
  readonly folders: readonly ImportedFolder[];
  /** Imports all folders as soon as no other import runs. */
  readonly importAll: () => void;
  /** Tells that a file was uploaded, for uploads that no disk tells of. */
  readonly uploadsChanged: () => void;
}

/** Where the provider keeps the files that it fills itself. */
export interface OwnMedia {
  readonly store: MediaStore;
  /** The folder of the uploads on the disk. Null if they are in the store. */
  readonly uploads: string | null;
  /** Copies of files in the store. */
  readonly copies: LocalCopies;
}

/** The folder of the uploads in the store. */
export const UPLOADS = 'uploads';

/**
 * The source for the audio files of the operator.
 *
 * @param named absolute paths of the operator's folders
 */
export function librarySource(named: readonly string[], own: OwnMedia): LibrarySource {
  const stored = new StoreFolder(own.store, own.copies, UPLOADS);
  const folderAt: FolderAt = (name) => (name === stored.name ? stored : diskFolder(name));
  const uploads = own.uploads ?? stored.name;
  // An upload folder inside a named folder is imported with that one.
  const isInside = named.some((folder) => uploads.startsWith(`${folder}/`));
  const folders: readonly ImportedFolder[] = [
    ...named.map((path) => ({ path, kind: 'library' }) as const),
    ...(isInside ? [] : [{ path: uploads, kind: 'uploads' } as const]),
  ];
  const paths = folders.map(({ path }) => path);
  let work: FolderWork | null = null;
  return {
    name: 'library',
    folders,
    async prepare({ db, clock, log }) {
      if (own.uploads !== null) await mkdir(own.uploads, { recursive: true });
      const library = new Library(db, clock);
      for (const [folder, titles] of await library.hideOtherFolders(paths)) {
        log(`library: the titles of ${folder} are hidden, because this process does not serve it: ${titles}`);
      }
      await library.close();
    },
    createMedia: (options) => createMedia(options, own.store, folderAt),
    start({ db, clock, made, log }) {
      const library = new Library(db, clock, folderAt, made);
      work = serveFolders(paths.map(folderAt), library, log);
      return work;
    },
    importAll: () => work?.importAll(),
    uploadsChanged: () => work?.changed(uploads),
    collectors: null,
    pages: null,
  };
}

function createMedia(options: MediaOptions, store: MediaStore, folderAt: FolderAt): Media {
  const { lookup, verify, made } = options;
  const db = options.db.withTables<OwnTables>();
  const threads = new ReadThreads(THREADS);
  const sounds = new Sounds(db, threads, folderAt, made);
  const pictures = new Pictures(db, new CoverReader(threads, made), folderAt, made, options.clock);
  return {
    routes: async (app) => {
      app.addHook('onRequest', allowEmbedding);
      answerMediaPreflights(app);
      await limitMedia(app, options.requestCounts, options.requestsPerSecond);
      await app.register(audioRoutes(sounds, options));
      await app.register(coverRoutes({ pictures, db, lookup, verify }));
      await app.register(pdfRoutes({ db, store, lookup, verify }));
    },
    close: () => threads.close(),
  };
}

interface FolderWork extends BackgroundWork {
  readonly importAll: () => void;
  /** Imports a folder as soon as it changes no more. */
  readonly changed: (name: string) => void;
}

/** Imports the folders at the start, after each change, and regularly. */
function serveFolders(
  served: readonly AudioFolder[],
  library: Library,
  log: SourceContext['log'],
): FolderWork {
  const folders = served.map(({ name }) => name);
  // Nobody tells of changes in a store.
  const watched = new Set(served.flatMap(({ name, isShared }) => (isShared ? [] : [name])));
  const stopping = new AbortController();
  const { signal } = stopping;
  let work = Promise.resolve();
  const watches = new Map<string, FolderWatch>();
  const retries = new Map<string, NodeJS.Timeout>();
  const said = new Map<string, string>();

  const importOne = async (folder: string): Promise<void> => {
    if (signal.aborted) return;
    try {
      const report = await library.import({
        folder,
        signal,
        onDirectories: (paths) => {
          const failed = watched.has(folder) ? (watches.get(folder)?.update(paths) ?? 0) : 0;
          if (failed > 0)
            log(`library: ${failed} folders cannot be watched; they are looked at every 15 minutes`);
        },
      });
      const { added, changed, missing, returned, refused, notes, warning } = report;
      // What is the same as at the last import is not said again.
      const problems = JSON.stringify([refused, notes, warning]);
      const isNews = problems !== said.get(folder) && problems !== NO_PROBLEMS;
      said.set(folder, problems);
      if (isNews || added.length + changed.length + missing.length + returned.length > 0) {
        for (const line of reportLines(report)) log(`library: ${line}`);
      }
    } catch (error) {
      if (signal.aborted) return;
      log(`library: ${folder} was not imported: ${messageOf(error)}`);
      const mayPass = error instanceof DatabaseUnavailableError || error instanceof StoreUnavailableError;
      if (!mayPass || signal.aborted) return;
      clearTimeout(retries.get(folder));
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
    changed: (name) => watches.get(name)?.changed(),
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

function messageOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}
