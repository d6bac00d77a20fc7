import type { Page } from '@playwright/test';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { contentOf } from '../../test/contract/in-page/file-content.ts';
import { expect, test as base } from '../support/language.ts';

const inTests = (path: string): string =>
  fileURLToPath(new URL(`../../test/contract/in-page/${path}`, import.meta.url));

/** An address of no real host. The test serves its only page. */
const PAGE = 'https://contracts.invalid/';

/** The contract suites of the adapters that need a browser, compiled into one script. */
const test = base.extend<object, { readonly script: string }>({
  script: [
    async ({}, use) => {
      const result = await build({
        configFile: false,
        envDir: false,
        publicDir: false,
        logLevel: 'error',
        resolve: { alias: { vitest: inTests('vitest.ts') } },
        build: {
          write: false,
          minify: false,
          modulePreload: false,
          rolldownOptions: { input: inTests('suites.ts'), output: { format: 'iife' } },
        },
      });
      const outputs = Array.isArray(result) ? result : [result];
      const [chunk] = outputs.flatMap((each) => ('output' in each ? each.output : []));
      if (chunk?.type !== 'chunk') throw new Error('The suites must be a single script.');
      await use(chunk.code);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

async function open(page: Page, script: string): Promise<void> {
  await page.route(PAGE, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Contracts</title><button>Start</button>',
    }),
  );
  await page.goto(PAGE);
  // Browsers allow sound only after a gesture.
  await page.getByRole('button', { name: 'Start' }).click();
  await page.addScriptTag({ content: script });
}

/** Runs the tests whose names begin with `suite`, one after the other. */
async function run(page: Page, suite: string): Promise<Readonly<Record<string, string>>> {
  return page.evaluate(async (prefix) => {
    const gathered = Reflect.get(globalThis, 'contracts') as Map<string, () => Promise<void> | void>;
    const outcomes: Record<string, string> = {};
    for (const [name, check] of gathered) {
      if (!name.startsWith(prefix)) continue;
      try {
        await check();
        outcomes[name] = 'passed';
      } catch (error) {
        outcomes[name] = error instanceof Error ? error.message : String(error);
      }
    }
    return outcomes;
  }, suite);
}

for (const { suite, least } of [
  { suite: 'IndexedDbStore is a KeyValueStore', least: 7 },
  { suite: 'HtmlAudioOutput is an AudioOutput', least: 10 },
]) {
  test(`${suite}, in the browser`, async ({ page, script }) => {
    test.slow();
    await open(page, script);
    const outcomes = await run(page, suite);
    expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(least);
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'passed')).toEqual([]);
  });
}

/**
 * Serves a page and files. The address of a file says whether it is cut, stalls, is refused or continued. The server
 * responds to no preflight. So a page of another origin cannot send `If-Range`.
 */
function serveFiles(): { readonly handle: (request: IncomingMessage, response: ServerResponse) => void } {
  const starts = new Map<string, number[]>();
  return {
    handle: (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (request.method === 'OPTIONS') {
        response.writeHead(405).end();
        return;
      }
      const run = searchParams.get('run') ?? '';
      if (pathname === '/starts') {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(starts.get(run) ?? []));
        return;
      }
      if (pathname !== '/file') {
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>Contracts</title>');
        return;
      }
      const number = (name: string, fallback: number): number => Number(searchParams.get(name) ?? fallback);
      const bytes = number('bytes', 0);
      const tag = searchParams.get('tag') ?? '';
      const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
      const isSame = (request.headers['if-range'] ?? `"${tag}"`) === `"${tag}"`;
      const start = asked !== null && isSame ? Number(asked[1]) : 0;
      starts.set(run, [...(starts.get(run) ?? []), start]);
      const status = number('status', start > 0 ? 206 : 200);
      response.writeHead(status, {
        'content-type': 'audio/mpeg',
        'content-length': bytes - start,
        etag: `"${tag}"`,
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'ETag, Content-Range',
        ...(start > 0 ? { 'content-range': `bytes ${start}-${bytes - 1}/${bytes}` } : {}),
      });
      const stallsAt = number('stallsAt', bytes);
      const end = Math.min(number('cutAt', bytes), stallsAt, bytes);
      response.write(contentOf(tag, start, end), () => {
        if (end === bytes) response.end();
        else if (end < stallsAt) setTimeout(() => response.destroy(), 100);
      });
    },
  };
}

test('OriginFiles is a DownloadFiles, in the browser', async ({ page, script }) => {
  test.slow();
  const server = createServer(serveFiles().handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await page.goto(`http://127.0.0.1:${port}`);
  await page.evaluate((origin) => Reflect.set(globalThis, 'mediaOrigin', origin), `http://127.0.0.1:${port}`);
  await page.addScriptTag({ content: script });
  const outcomes = await run(page, 'OriginFiles is a DownloadFiles');
  server.closeAllConnections();
  server.close();
  expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(18);
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'passed')).toEqual([]);
});

test('values written in the background are saved even if the page reloads at once', async ({
  page,
  script,
}) => {
  await open(page, script);
  const left = page.waitForEvent('framenavigated');
  await page.evaluate(async () => {
    const openStore = Reflect.get(globalThis, 'openStore') as () => Promise<{
      set(key: string, value: string): unknown;
    }>;
    const store = await openStore();
    for (let position = 1; position <= 50; position += 1) store.set('position', String(position));
    store.set('last', 'yes');
    window.location.reload();
  });
  await left;
  await page.waitForLoadState();
  await page.addScriptTag({ content: script });
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const openStore = Reflect.get(globalThis, 'openStore') as () => Promise<{
          get(key: string): string | null;
        }>;
        const store = await openStore();
        return [store.get('position'), store.get('last')];
      }),
    )
    .toEqual(['50', 'yes']);
});

test('a write that failed for lack of space is repeated later, with the newest value', async ({
  page,
  script,
}) => {
  await open(page, script);
  const stored = await page.evaluate(async () => {
    const openStore = Reflect.get(globalThis, 'openStore') as () => Promise<{
      get(key: string): string | null;
      set(key: string, value: string): { readonly ok: boolean };
    }>;
    const pass = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
    const store = await openStore();

    // Every write fails, as on a full disk.
    let isFull = true;
    const { put } = IDBObjectStore.prototype;
    const { commit } = IDBTransaction.prototype;
    IDBObjectStore.prototype.put = function refused(...change) {
      const request = put.apply(this, change);
      if (isFull) request.addEventListener('success', () => this.transaction.abort());
      return request;
    };
    IDBTransaction.prototype.commit = function uncommitted() {
      if (!isFull) commit.call(this);
    };
    Object.defineProperty(IDBTransaction.prototype, 'error', {
      get: () => new DOMException('no room', 'QuotaExceededError'),
    });

    store.set('position', '1');
    // The first write is still pending when the second one starts.
    await Promise.resolve();
    store.set('position', '2');
    await pass();
    const refused = store.set('last', 'no').ok;
    await pass();
    isFull = false;
    store.set('last', 'again');
    await pass();
    const accepted = store.set('last', 'yes').ok;
    await pass();
    const reopened = await openStore();
    return { refused, accepted, position: reopened.get('position'), last: reopened.get('last') };
  });
  expect(stored).toEqual({ refused: false, accepted: true, position: '2', last: 'yes' });
});
