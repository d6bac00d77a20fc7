/** The part of the browser's Cache API that the service worker uses, in memory. Caches are in the order of their creation. */
export class MemoryCaches {
  readonly caches = new Map<string, Map<string, Response>>();

  /** Responses for which there is no room. */
  isFull = (_path: string): boolean => false;

  async open(name: string): Promise<Cache> {
    const entries = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, entries);
    const cache = {
      match: async (request: Request | string) => entries.get(keyOf(request))?.clone(),
      put: async (request: Request | string, response: Response) => {
        const key = keyOf(request);
        if (this.isFull(key)) throw new DOMException('no room', 'QuotaExceededError');
        entries.set(key, response);
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
