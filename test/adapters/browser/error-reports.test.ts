import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorReports } from '../../../src/adapters/browser/error-reports.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';

const ORIGIN = 'https://hark.example';
const ADDRESS = `${ORIGIN}/app-errors`;

let page: EventTarget;
let sent: { readonly url: string; readonly init: RequestInit }[];

beforeEach(() => {
  page = new EventTarget();
  sent = [];
  vi.stubGlobal('window', Object.assign(page, { location: { origin: ORIGIN } }));
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11) Gecko/20100101 Firefox/140.0' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response();
  });
});
afterEach(() => vi.unstubAllGlobals());

const thrown = (line: number, file = `${ORIGIN}/assets/home-AbC123.js`, kind = TypeError): Error => {
  const error = new kind('Mateo cannot read The Tide Library');
  error.stack = `${error.name}: ${error.message}\n    at play (${file}:${line}:7)\n    at other (${file}:1:1)`;
  return error;
};

const begin = () => {
  const clock = new MemoryClock();
  return { clock, following: new ErrorReports(ADDRESS, clock, '7.8.9').start() };
};
const fail = (error: unknown) => page.dispatchEvent(Object.assign(new Event('error'), { error }));
const bodies = (): readonly unknown[] =>
  sent.map(({ init }) => JSON.parse(typeof init.body === 'string' ? init.body : '') as unknown);

test('reports equal errors once, after a minute, with class, file, line, version, browser and count (APP-83)', async () => {
  const { clock } = begin();
  fail(thrown(12));
  fail(thrown(12));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: thrown(40) }));
  page.dispatchEvent(new CustomEvent('screen-error', { detail: thrown(50) }));
  expect(sent).toEqual([]);
  await clock.advanceAsync(60_000);
  const at = (line: number, count: number) => ({ kind: 'TypeError', file: 'home-AbC123.js', line, count });
  expect(bodies()).toEqual([
    { version: '7.8.9', browser: 'firefox', errors: [at(12, 2), at(40, 1), at(50, 1)] },
  ]);
  expect(sent[0]).toMatchObject({
    url: ADDRESS,
    init: { credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true },
  });
  expect(JSON.stringify(sent)).not.toMatch(/Mateo|Tide/u);
});

test('reports at once when the page is left, and not twice', async () => {
  const { clock } = begin();
  fail(thrown(1));
  page.dispatchEvent(new Event('pagehide'));
  await clock.advanceAsync(120_000);
  expect(sent).toHaveLength(1);
});

test('reports nothing of an extension, of another origin, or of a value that is no error (APP-83)', async () => {
  const { clock } = begin();
  fail(thrown(1, 'chrome-extension://abc/page.js'));
  fail(thrown(1, 'https://cdn.example/a.js'));
  fail(thrown(1, 'https://hark.example.evil.example/a.js'));
  fail('text');
  fail(null);
  await clock.advanceAsync(120_000);
  expect(sent).toEqual([]);
});

test('reports at most a hundred errors of each of ten lines of code (APP-83)', async () => {
  const { clock } = begin();
  for (let line = 1; line <= 30; line += 1) fail(thrown(line));
  for (let times = 0; times < 300; times += 1) fail(thrown(1));
  await clock.advanceAsync(60_000);
  fail(thrown(99));
  await clock.advanceAsync(60_000);
  expect(sent).toHaveLength(1);
  const [first] = bodies();
  expect(first).toMatchObject({
    errors: Array.from({ length: 10 }, (_, at) => ({ line: at + 1, count: at === 0 ? 100 : 1 })),
  });
});
