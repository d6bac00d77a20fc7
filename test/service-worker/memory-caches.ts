/** The browser's Cache API in memory, as far as the service worker uses it; caches come in order of their making. */
export class MemoryCaches {
  readonly held = new Map<string, Map<string, Response>>();

  constructor(private readonly fetch: (path: string) => Promise<Response>) {}

  async open(name: string): Promise<Cache> {
    const entries = this.held.get(name) ?? new Map<string, Response>();
    this.held.set(name, entries);
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
    return [...this.held.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.held.delete(name);
  }

  async match(request: Request | string): Promise<Response | undefined> {
    for (const entries of this.held.values()) {
      const found = entries.get(keyOf(request));
      if (found !== undefined) return found.clone();
    }
    return undefined;
  }
}

const keyOf = (request: Request | string): string =>
  typeof request === 'string' ? request : new URL(request.url).pathname;
