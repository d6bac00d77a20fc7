/** The part of the browser's Cache API that a shelf stands on. */
type Caches = Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;

const PREFIX = 'build ';

/** How many builds keep their files: the newest, and the one that other tabs may still run. */
const KEPT_BUILDS = 2;

/**
 * The files of the product, as the service worker keeps them: one cache a build. Whatever a page asks for is looked
 * for in all of them, so that a tab which runs an older build finds its own files.
 */
export class Shelf {
  constructor(
    private readonly caches: Caches,
    /** Names this build. */
    private readonly version: string,
  ) {}

  /** Fetches files and keeps them. Rejects when one of them cannot be had: half a build is none. */
  async stock(paths: readonly string[]): Promise<void> {
    const cache = await this.own();
    await cache.addAll([...paths]);
  }

  /** This build's own file, else that of another build. */
  async find(request: Request | string): Promise<Response | undefined> {
    const cache = await this.own();
    return (await cache.match(request)) ?? this.caches.match(request);
  }

  async keep(request: Request | string, response: Response): Promise<void> {
    const cache = await this.own();
    await cache.put(request, response);
  }

  /** Drops the files of builds that no tab can be expected to run any more. */
  async forgetOldBuilds(): Promise<void> {
    const names = (await this.caches.keys()).filter((name) => name.startsWith(PREFIX));
    const others = names.filter((name) => name !== this.name);
    // They come in the order in which they were made.
    const old = others.slice(0, Math.max(0, others.length - (KEPT_BUILDS - 1)));
    await Promise.all(old.map(async (name) => this.caches.delete(name)));
  }

  private get name(): string {
    return PREFIX + this.version;
  }

  private async own(): Promise<Cache> {
    return this.caches.open(this.name);
  }
}
