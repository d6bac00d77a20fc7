import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { respondWithAsset, respondWithPage, kindOfRequest } from '../../src/service-worker/responses.ts';
import { BuildFiles } from '../../src/service-worker/build-files.ts';

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

const PAGE = '<script type="application/json" id="configuration">{}</script>';
const html = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/html', 'content-encoding': 'br' } });
/** A response of the page's own origin. */
const basic = (response: Response): Response => {
  Object.defineProperty(response, 'type', { value: 'basic' });
  const clone = response.clone.bind(response);
  return Object.assign(response, { clone: () => basic(clone()) });
};
const request = (path: string): Request => new Request(`https://listen.example${path}`);

/** Runs background work at once. */
const works: Promise<unknown>[] = [];
const later = (work: Promise<unknown>): void => {
  works.push(work);
};
const allDone = async (): Promise<void> => {
  await Promise.all(works.splice(0));
};

let network: (path: string) => Promise<Response>;
/** The files of a build whose only file is named by its version. */
const filesOf = (caches: MemoryCaches, version = '1'): BuildFiles =>
  new BuildFiles(caches, {
    version,
    paths: ['/', fileOf(version)],
    languages: { de: languageFileOf(version), fr: `/assets/language-fr-0000000${version}.json` },
  });
const languageFileOf = (version: string): string => `/assets/language-de-0000000${version}.json`;
const fileOf = (version: string): string => `/assets/index-${version}.js`;
const pageOf = (version: string): string => `${PAGE}<script src="${fileOf(version)}"></script>`;
const ask = (files: BuildFiles, path = '/library', begun?: Response) =>
  respondWithPage(request(path), files, Promise.resolve(begun), later);

beforeEach(() => {
  network = async () => html(PAGE);
  vi.stubGlobal('fetch', async (asked: Request | string) =>
    network(typeof asked === 'string' ? asked : new URL(asked.url).pathname),
  );
});
afterEach(() => vi.useRealTimers());

describe('the page', () => {
  test('is served from the network, and stored (APP-48, APP-20)', async () => {
    const files = filesOf(new MemoryCaches());
    network = async () => html(`${PAGE}<p>rewritten`);
    expect(await (await ask(files)).text()).toContain('rewritten');
    await allDone();
    network = async () => {
      throw new TypeError('Failed to fetch');
    };
    const kept = await ask(files, '/account');
    expect(await kept.text()).toContain('rewritten');
    expect(kept.headers.get('content-encoding')).toBeNull();
  });

  test('of the next build is served, and not stored with the files of this one (APP-69)', async () => {
    const caches = new MemoryCaches();
    const files = filesOf(caches);
    network = async () => html(pageOf('1'));
    await ask(files);
    network = async () => html(pageOf('2'));
    expect(await (await ask(files)).text()).toBe(pageOf('2'));
    await allDone();
    expect(await (await files.find('/'))?.text()).toBe(pageOf('1'));
  });

  test('is the response that the browser has started to fetch', async () => {
    network = async () => {
      throw new Error('asked twice');
    };
    const response = await ask(filesOf(new MemoryCaches()), '/', html(`${PAGE}begun`));
    expect(await response.text()).toContain('begun');
  });

  test('is served from the storage after ten seconds of silence (APP-48)', async () => {
    vi.useFakeTimers();
    const files = filesOf(new MemoryCaches());
    await files.store('/', html(PAGE));
    network = async () => new Promise<Response>(() => undefined);
    const response = ask(files);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await (await response).text()).toBe(PAGE);
  });

  test('is served from the storage if the host fails (APP-48)', async () => {
    const files = filesOf(new MemoryCaches());
    network = async () => html('<h1>Bad gateway</h1>', 502);
    expect((await ask(files)).status).toBe(502);
    await files.store('/', html(PAGE));
    expect(await (await ask(files)).text()).toBe(PAGE);
    network = async () => html('<h1>Gone</h1>', 410);
    expect((await ask(files)).status).toBe(410);
  });

  test('is requested again as HTML if the host took it for a call (APP-65)', async () => {
    const asked: (string | null)[] = [];
    vi.stubGlobal('fetch', async ({ headers }: Request) => {
      asked.push(headers.get('accept'));
      return html(PAGE);
    });
    const refused = new Response('{"statusCode":404}', { status: 404 });
    const response = await ask(filesOf(new MemoryCaches()), '/audios/a', refused);
    expect(await response.text()).toBe(PAGE);
    expect(asked).toEqual(['text/html']);
  });

  test('is not requested again if the host is busy or forbids it', async () => {
    const fetches = vi.fn<() => Promise<Response>>(async () => html(PAGE));
    vi.stubGlobal('fetch', fetches);
    for (const status of [403, 429]) {
      const refused = new Response('{}', { status });
      expect((await ask(filesOf(new MemoryCaches()), '/', refused)).status).toBe(status);
    }
    expect(fetches).not.toHaveBeenCalled();
  });

  test('fails as without a worker if nothing is stored', async () => {
    network = async () => {
      throw new TypeError('Failed to fetch');
    };
    await expect(ask(filesOf(new MemoryCaches()))).rejects.toThrow('Failed to fetch');
  });

  test.each([
    ['another document of this origin', html('<h1>Confirmed</h1>')],
    ['an error', html(PAGE, 503)],
    ['a file', new Response(PAGE, { headers: { 'content-type': 'application/pdf' } })],
  ])('is served but not stored if it is %s', async (_what, response) => {
    const caches = new MemoryCaches();
    network = async () => response;
    const { status } = await ask(filesOf(caches));
    await allDone();
    expect(status).toBe(response.status);
    expect(await caches.match('/')).toBeUndefined();
  });
});

describe('a file of the build', () => {
  test('is served from the storage without a request (APP-49)', async () => {
    const files = filesOf(new MemoryCaches());
    await files.store('/assets/a.js', new Response('kept'));
    network = async () => {
      throw new Error('asked');
    };
    expect(await (await respondWithAsset(request('/assets/a.js'), files, later)).text()).toBe('kept');
  });

  test('of another build is served to a tab that still runs it', async () => {
    const caches = new MemoryCaches();
    await filesOf(caches, 'old').store('/assets/old.js', new Response('old'));
    expect(
      await (await respondWithAsset(request('/assets/old.js'), filesOf(caches, 'new'), later)).text(),
    ).toBe('old');
  });

  test('that is missing is served as it is, and not stored', async () => {
    const caches = new MemoryCaches();
    network = async () => new Response('', { status: 404 });
    expect((await respondWithAsset(request('/assets/gone.js'), filesOf(caches), later)).status).toBe(404);
    await allDone();
    expect(await caches.match('/assets/gone.js')).toBeUndefined();
  });
});

test.each([
  ['a file', 'text/javascript', true],
  ['a page that a host sends in its place', 'text/html; charset=utf-8', false],
])('a response for a file of the build, %s (%s), is stored: %s', async (_what, type, isKept) => {
  const caches = new MemoryCaches();
  network = async () => basic(new Response('text', { headers: { 'content-type': type } }));
  expect(await (await respondWithAsset(request('/assets/a.js'), filesOf(caches), later)).text()).toBe('text');
  await allDone();
  expect((await caches.match('/assets/a.js')) !== undefined).toBe(isKept);
});

describe('the builds', () => {
  /** A host that serves this build. */
  const host =
    (version: string, page = pageOf(version)) =>
    async (path: string) => {
      if (path === '/') return html(page);
      return path === fileOf(version) ? new Response('code') : new Response('', { status: 404 });
    };

  test('are stored completely', async () => {
    const caches = new MemoryCaches();
    network = host('1');
    await filesOf(caches).storeAll();
    expect(await (await caches.match('/'))?.text()).toBe(pageOf('1'));
    expect(await (await caches.match(fileOf('1')))?.text()).toBe('code');
  });

  test.each([
    ['a file is missing', host('1', pageOf('1')), new Response('', { status: 404 })],
    ['the host sends its page in place of a file', host('1'), html(PAGE)],
    ['the host already sends the page of the next build', host('1', pageOf('2')), null],
    ['the host sends another page', host('1', '<h1>Welcome</h1>'), null],
  ])('are not stored at all if %s (APP-51)', async (_what, serve, file) => {
    const caches = new MemoryCaches();
    network = async (path) => (path === fileOf('1') && file !== null ? file : serve(path));
    await expect(filesOf(caches).storeAll()).rejects.toThrow('is not a file of this build');
    expect(await caches.keys()).toEqual([]);
  });

  test('have the file of the language that the pages speak, and no other (LANG-17)', async () => {
    const caches = new MemoryCaches();
    network = async (path) =>
      path === '/'
        ? html(PAGE)
        : basic(new Response(path, { headers: { 'content-type': 'application/json' } }));
    const pathsOf = (version: string) => [...(caches.caches.get(`build ${version}`)?.keys() ?? [])];
    await filesOf(caches, '1').storeAll();
    expect(pathsOf('1'), 'no page has asked for a language').toEqual(['/', fileOf('1')]);
    await respondWithAsset(request(languageFileOf('1')), filesOf(caches, '1'), later);
    await allDone();
    await filesOf(caches, '2').storeAll();
    expect(pathsOf('2')).toEqual(['/', fileOf('2'), languageFileOf('2')]);
    network = async () => {
      throw new TypeError('Failed to fetch');
    };
    const offline = await respondWithAsset(request(languageFileOf('2')), filesOf(caches, '2'), later);
    expect(await offline.text()).toBe(languageFileOf('2'));
    await allDone();

    // The language of the newest page counts, and one that the next build does not have is left out.
    network = async (path) => (path === '/' ? html(PAGE) : basic(new Response(path)));
    await respondWithAsset(request('/assets/language-fr-00000002.json'), filesOf(caches, '2'), later);
    await allDone();
    await filesOf(caches, '3').storeAll();
    expect(pathsOf('3')).toEqual(['/', fileOf('3'), '/assets/language-fr-00000003.json']);
    await respondWithAsset(request('/assets/language-fi-00000003.json'), filesOf(caches, '3'), later);
    await allDone();
    await filesOf(caches, '4').storeAll();
    expect(pathsOf('4')).toEqual(['/', fileOf('4')]);

    // A page that went back to English deletes what was noted.
    await respondWithAsset(request(languageFileOf('4')), filesOf(caches, '4'), later);
    await allDone();
    await caches.delete('language');
    await filesOf(caches, '5').storeAll();
    expect(pathsOf('5')).toEqual(['/', fileOf('5')]);
  });

  test('are not stored without the file of the language (LANG-17)', async () => {
    const caches = new MemoryCaches();
    await respondWithAsset(request(languageFileOf('1')), filesOf(caches, '1'), later);
    await allDone();
    network = async (path) =>
      path === languageFileOf('2')
        ? new Response('', { status: 500 })
        : path === '/'
          ? html(PAGE)
          : new Response('code');
    await expect(filesOf(caches, '2').storeAll()).rejects.toThrow('is not a file of this build');
    expect([...caches.caches.keys()]).not.toContain('build 2');
  });

  test('that find no room do not count as one of the builds that stay', async () => {
    const caches = new MemoryCaches();
    caches.isFull = (path) => path === '/';
    network = host('1');
    await expect(filesOf(caches).storeAll()).rejects.toThrow('no room');
    expect(await caches.keys()).toEqual([]);
  });

  test('get back only the files that the browser has removed', async () => {
    const caches = new MemoryCaches();
    network = host('1');
    await filesOf(caches).storeAll();
    caches.caches.get('build 1')?.delete('/');
    const asked: string[] = [];
    network = async (path) => {
      asked.push(path);
      return host('1')(path);
    };
    const files = filesOf(caches);
    await Promise.all([files.storeAll(), files.storeAll()]);
    expect(asked).toEqual(['/']);
    expect(await caches.match('/')).toBeDefined();
    network = async () => html('', 500);
    caches.caches.get('build 1')?.delete('/');
    await expect(filesOf(caches).storeAll()).rejects.toThrow('500');
    expect(await caches.match(fileOf('1'))).toBeDefined();
  });

  test('older than the one before are deleted, and nothing else', async () => {
    const caches = new MemoryCaches();
    await caches.open('of somebody else');
    for (const version of ['1', '2', '3']) await filesOf(caches, version).store('/', html(PAGE));
    await filesOf(caches, '3').deleteOldBuilds();
    expect(await caches.keys()).toEqual(['of somebody else', 'build 2', 'build 3']);
  });

  test('that are deleted stay deleted when their worker still searches for a file', async () => {
    const caches = new MemoryCaches();
    await filesOf(caches, '2').store('/', html('new'));
    expect(await (await filesOf(caches, '1').find('/'))?.text()).toBe('new');
    expect(await caches.keys()).toEqual(['build 2']);
  });

  test('serve their own page first', async () => {
    const caches = new MemoryCaches();
    await filesOf(caches, 'old').store('/', html('old'));
    await filesOf(caches, 'new').store('/', html('new'));
    expect(await (await filesOf(caches, 'new').find('/'))?.text()).toBe('new');
  });
});

const ORIGIN = 'https://listen.example';
const kind = (path: string, destination = '', more: { method?: string; isPartial?: boolean } = {}) =>
  kindOfRequest(
    { method: 'GET', isPartial: false, destination, url: new URL(path, ORIGIN).href, ...more },
    ORIGIN,
  );

describe('kindOfRequest', () => {
  test.each(['/', '/login?from=%2F', '/audios/x#tracks', '/apiary', '/mediate', '/studios'])(
    '%s is the page',
    (path) => {
      expect(kind(path, 'document')).toBe('page');
    },
  );

  test('a file of the build is an asset, by its folder', () => {
    expect(kind('/assets/index-abc.js', 'script')).toBe('asset');
    expect(kind('/assets/index-abc.css', 'style')).toBe('asset');
  });

  test.each([
    ['/api/v2/browse', ''],
    ['/media/covers/item-x.svg', 'image'],
    ['/media/audio/x.mp3', 'audio'],
    ['/media/pdf/x.pdf', 'document'],
    ['/pages/terms', 'document'],
    ['/pool', ''],
    ['/studio', 'document'],
    ['/studio/titles/1', 'document'],
    ['/pool/oauth2/authorize', 'document'],
    ['/__faults/log', ''],
    ['/message.html', 'iframe'],
    ['/icon.svg', 'image'],
    ['/service-worker.js', 'serviceworker'],
    ['https://vendor.example/data/', ''],
    ['https://vendor.example/assets/x.js', 'script'],
    ['https://api.example/api/v2/browse', ''],
  ])('%s (%s) is other (APP-50)', (path, destination) => {
    expect(kind(path, destination)).toBe('other');
  });

  test('a request that changes data or asks for a range is other (APP-50)', () => {
    expect(kind('/', 'document', { method: 'POST' })).toBe('other');
    expect(kind('/assets/a.js', 'script', { isPartial: true })).toBe('other');
  });
});
