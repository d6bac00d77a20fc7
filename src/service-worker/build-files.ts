/** The part of the browser's Cache API that `BuildFiles` uses. */
type Caches = Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;

/** Set by the build: the paths of the page and its files, and a version for exactly these files. */
export type Build = {
  readonly version: string;
  readonly paths: readonly string[];
  /** The path of each language's file. */
  readonly languages: Readonly<Record<string, string>>;
};

/** The page that serves every route. */
export const PAGE = '/';

const PREFIX = 'build ';

/** Number of builds whose files stay stored: the newest one and the one before, which other tabs may still run (APP-51). */
const STORED_BUILDS = 2;

/** The cache that holds the language of the pages. It belongs to no build. A page in English deletes it. */
const LANGUAGE = 'language';

const LANGUAGE_FILE = /^\/assets\/language-(?<language>[\w-]+)-[\w-]{8}\.json$/;

/** A text that only the product's own page contains. The origin may serve other HTML too. */
const MARK = 'id="configuration"';

/** The files of a build that a page names. */
const FILE_IN_PAGE = /\/assets\/[\w.-]+/g;

/**
 * Stores the files of the product, one cache for each build. A file is searched in all caches, so that a tab that runs
 * an older build finds its own files (APP-51).
 */
export class BuildFiles {
  private storing: Promise<void> | null = null;

  constructor(
    private readonly caches: Caches,
    private readonly build: Build,
  ) {}

  /** Fetches and stores the missing files of the build. Rejects if one of them fails; then none is stored (APP-51). */
  async storeAll(): Promise<void> {
    this.storing ??= this.storeMissing().finally(() => {
      this.storing = null;
    });
    return this.storing;
  }

  private async storeMissing(): Promise<void> {
    const isNew = !(await this.caches.keys()).includes(this.name);
    try {
      const cache = await this.own();
      const paths = [...this.build.paths, ...(await this.languagePath())];
      const fetched = await Promise.all(
        paths.map(async (path) =>
          (await cache.match(path)) === undefined ? [[path, await this.fetch(path)] as const] : [],
        ),
      );
      await Promise.all(fetched.flat().map(async ([path, response]) => cache.put(path, response)));
    } catch (error) {
      // What is incomplete must not count as one of the builds that stay.
      if (isNew) await this.caches.delete(this.name);
      throw error;
    }
  }

  /** Fetches a file of the build. While a host is being updated, it may send the page of another build (APP-69). */
  private async fetch(path: string): Promise<Response> {
    const response = await fetch(path);
    const file = path === PAGE ? await this.ownPage(response) : response;
    if (!response.ok || file === null || isHtml(file) !== (path === PAGE))
      throw new TypeError(`${path} is not a file of this build: ${response.status}`);
    return file;
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

  /** Remembers the language of the pages, so that the next build has its file before a page asks for it (LANG-17). */
  async noteLanguage(path: string): Promise<void> {
    const language = LANGUAGE_FILE.exec(path)?.groups?.['language'];
    if (language === undefined) return;
    const cache = await this.caches.open(LANGUAGE);
    await cache.put(`/${LANGUAGE}`, new Response(language));
  }

  /** The file of the pages' language. None for English, and for a language that the build does not have. */
  private async languagePath(): Promise<readonly string[]> {
    const noted = await this.caches.match(`/${LANGUAGE}`, { cacheName: LANGUAGE });
    const path = this.build.languages[(await noted?.text()) ?? ''];
    return path === undefined ? [] : [path];
  }

  /** Stores the page with its newest configuration, unless it belongs to another build (APP-69). */
  async storePage(response: Response): Promise<void> {
    const page = await this.ownPage(response);
    if (page !== null) await this.store(PAGE, page);
  }

  /** Deletes the files of all builds but the newest two (APP-51). */
  async deleteOldBuilds(): Promise<void> {
    const names = (await this.caches.keys()).filter((name) => name.startsWith(PREFIX));
    const others = names.filter((name) => name !== this.name);
    // The names are in the order in which the caches were made.
    const old = others.slice(0, Math.max(0, others.length - (STORED_BUILDS - 1)));
    await Promise.all(old.map(async (name) => this.caches.delete(name)));
  }

  /** The page as it is stored. Null if it is no page of this build: without its files it would not open. */
  private async ownPage(response: Response): Promise<Response | null> {
    const text = await response.text();
    const isOwn = (text.match(FILE_IN_PAGE) ?? []).every((path) => this.build.paths.includes(path));
    if (!text.includes(MARK) || !isOwn) return null;
    const headers = new Headers(response.headers);
    // The stored text is already decoded.
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(text, { status: response.status, headers });
  }

  private get name(): string {
    return PREFIX + this.build.version;
  }

  private async own(): Promise<Cache> {
    return this.caches.open(this.name);
  }
}

export const isHtml = ({ headers }: Response): boolean =>
  (headers.get('content-type') ?? '').startsWith('text/html');
