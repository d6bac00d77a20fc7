import { DatabaseUnavailableError } from '../db/errors.ts';
import type { Work } from '../repeat.ts';
import { StoreUnavailableError } from '../store/media-store.ts';
import type { AudioFolder } from './folders/folders.ts';
import { reportLines } from './import/import-log.ts';
import type { Library } from './library.ts';
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Milliseconds. Copying a book changes its folder many times. The import starts when nothing has changed for this
 * time.
 */
const QUIET_MS = 2_000;

/**
 * Watches folders for changes. Each folder has a watcher of its own, because one watcher for the whole tree would
 * watch every file. The next regular import finds the changes of a folder that cannot be watched.
 */
class FolderWatch {
  private readonly watchers = new Map<string, FSWatcher>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly root: string,
    private readonly onChange: () => void,
    private readonly quiet = QUIET_MS,
  ) {}

  /**
   * Watches these folders, and no others.
   *
   * @param paths relative to the root; empty for the root
   * @returns the number of folders that cannot be watched
   */
  update(paths: readonly string[]): number {
    const wanted = new Set(paths);
    for (const [path, watcher] of this.watchers) {
      if (wanted.has(path)) continue;
      watcher.close();
      this.watchers.delete(path);
    }
    let failed = 0;
    for (const path of wanted) {
      if (this.watchers.has(path)) continue;
      try {
        const watcher = watch(join(this.root, path), { persistent: false }, () => this.changed());
        watcher.on('error', () => {
          watcher.close();
          this.watchers.delete(path);
          this.changed();
        });
        this.watchers.set(path, watcher);
      } catch {
        failed += 1;
      }
    }
    return failed;
  }

  close(): void {
    clearTimeout(this.timer);
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  /** Starts the import after the quiet time. */
  changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.onChange, this.quiet);
  }
}

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

export interface FolderWork extends Work {
  readonly importAll: () => void;
  /** Imports a folder as soon as it changes no more. */
  readonly changed: (name: string) => void;
}

/** Imports the folders at the start, after each change, and regularly. */
export function serveFolders(
  served: readonly AudioFolder[],
  library: Library,
  log: (line: string) => void,
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
