/** The part of the browser's Cache API that `BuildFiles` uses. */
type Caches = Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;

const PREFIX = 'build ';

/** Number of builds whose files stay stored: the newest one and the one before, which other tabs may still run (APP-51). */
const STORED_BUILDS = 2;

/**
 * Stores the files of the product, one cache for each build. A file is searched in all caches, so that a tab that runs
 * an older build finds its own files (APP-51).
 */
export class BuildFiles {
  constructor(
    private readonly caches: Caches,
    /** The version of this build. */
    private readonly version: string,
  ) {}

  /** Fetches and stores all files of the build. Rejects if one of them fails; then none is stored (APP-51). */
  async storeAll(paths: readonly string[]): Promise<void> {
    const cache = await this.own();
    await cache.addAll([...paths]);
  }

  /** Returns the file of this build, else that of another build. */
  async find(request: Request | string): Promise<Response | undefined> {
    // `open` would create a cache that a newer build has deleted.
    const own = await this.caches.match(request, { cacheName: this.name });
    return own ?? this.caches.match(request);
  }

  async store(request: Request | string, response: Response): Promise<void> {
    const cache = await this.own();
    await cache.put(request, response);
  }

  /** Deletes the files of all builds but the newest two (APP-51). */
  async deleteOldBuilds(): Promise<void> {
    const names = (await this.caches.keys()).filter((name) => name.startsWith(PREFIX));
    const others = names.filter((name) => name !== this.name);
    // The names are in the order in which the caches were made.
    const old = others.slice(0, Math.max(0, others.length - (STORED_BUILDS - 1)));
    await Promise.all(old.map(async (name) => this.caches.delete(name)));
  }

  private get name(): string {
    return PREFIX + this.version;
  }

  private async own(): Promise<Cache> {
    return this.caches.open(this.name);
  }
}
