/** The part of the browser's Cache API that the service worker uses, in memory. Caches are in the order of their creation. */
export class MemoryCaches {
  readonly caches = new Map<string, Map<string, Response>>();

  constructor(private readonly fetch: (path: string) => Promise<Response>) {}

  async open(name: string): Promise<Cache> {
    const entries = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, entries);
    const cache = {
      addAll: async (paths: readonly string[]) => {
        const fetched = await Promise.all(paths.map(async (path) => [path, await this.fetch(path)] as const));
        if (fetched.some(([, response]) => !response.ok)) throw new TypeError('Request failed');
        for (const [path, response] of fetched) entries.set(path, response);
      },
      match: async (request: Request | string) => entries.get(keyOf(request))?.clone(),
      put: async (request: Request | string, response: Response) => {
        entries.set(keyOf(request), response);
      },
    };
    return cache as unknown as Cache;
  }

  async keys(): Promise<string[]> {
    return [...this.caches.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.caches.delete(name);
  }

  async match(request: Request | string, options?: MultiCacheQueryOptions): Promise<Response | undefined> {
    for (const [name, entries] of this.caches) {
      if (options?.cacheName !== undefined && options.cacheName !== name) continue;
      const found = entries.get(keyOf(request));
      if (found !== undefined) return found.clone();
    }
    return undefined;
  }
}

const keyOf = (request: Request | string): string =>
  typeof request === 'string' ? request : new URL(request.url).pathname;
