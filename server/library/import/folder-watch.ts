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
export class FolderWatch {
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
