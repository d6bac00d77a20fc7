import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, test as base } from './fixtures.ts';
import { Listener } from './support/listener.ts';
import { ADDRESSES, PAYLOADS } from './support/payloads.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

type Harm = {
  /** Code that ran, addresses that were asked for elsewhere, pages that were opened elsewhere. */
  readonly done: string[];
};

/** Every test begins as a listener who signed in before, and counts what harm is done. */
const test = base.extend<{ readonly harm: Harm }, { readonly signedIn: StorageState }>({
  signedIn: [
    async ({ browser, provider }, use) => {
      const context = await browser.newContext({ baseURL: provider.origin });
      await new Listener(await context.newPage()).signsIn('annual');
      const state = await context.storageState();
      await context.close();
      await use({
        ...state,
        origins: state.origins.map((each) => ({
          ...each,
          localStorage: each.localStorage.filter(({ name }) => !name.startsWith('response:')),
        })),
      });
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
  serviceWorkers: 'block',
  harm: [
    async ({ page, context, provider, allowConsole }, use) => {
      // A picture from elsewhere is asked for and refused by the policy: that is what it is for.
      allowConsole(
        /Content Security Policy|img-src|media-src|evil\.example|Service Worker registration blocked/,
      );
      allowConsole(/ERR_INVALID_URL|status of 40[034]|cannot be read|The PDF has no address/);
      const harm: Harm = { done: [] };
      await page.exposeFunction('pwned', () => {
        harm.done.push('code ran');
      });
      page.on('dialog', (dialog) => {
        harm.done.push('a dialog');
        void dialog.dismiss();
      });
      page.on('framenavigated', (frame) => {
        const url = frame.url();
        if (!url.startsWith(provider.origin) && url !== 'about:blank') harm.done.push(`opened ${url}`);
      });
      context.on('page', (opened) => harm.done.push(`a window ${opened.url()}`));
      await context.route(
        (url) => url.hostname === 'evil.example',
        async (route) => {
          harm.done.push(`asked for ${route.request().url()}`);
          await route.abort();
        },
      );
      await use(harm);
      expect(harm.done).toEqual([]);
    },
    { auto: true },
  ],
});

let next = 0;
/** One payload after the other, so that all of them come by. */
const payload = (): string => {
  next += 1;
  return PAYLOADS[next % PAYLOADS.length] ?? '';
};
const address = (): string => ADDRESSES[next % ADDRESSES.length] ?? '';

/** An item whose every text is a payload, and whose every address is one not to follow. */
const item = (id: string): object => ({
  id,
  content_id: null,
  title: payload(),
  description: payload(),
  img_url: address(),
  pdf_url: address(),
  url: address(),
  content_type: 2,
  run_time: 600,
  author_info: [{ id: `author-${id}`, name: payload() }],
  category_info: [{ id: 'fiction', name: payload() }],
  topic_info: [{ id: 'the-sea', name: payload() }],
  chapter_info: [1, 2, 3].map((index) => ({
    chapter_title: payload(),
    chapter_url: address(),
    chapter_index: index,
    chapter_run_time: 60,
  })),
  tracks: [],
  has_listen_free_content: true,
  is_favorite: false,
  is_purchased: false,
});

const items = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => item(`hostile-${at}`));
const named = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ id: `named-${at}`, name: payload(), img_url: address() }));
const list = (results: readonly object[]): object => ({ results, next_page_key: null });

/** Every link leads to a page of the product, or to one that its configuration names. */
async function expectHarmlessLinks(page: Page): Promise<void> {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('a[href], [src], [action], [formaction], [srcdoc]')].map((each) =>
      each instanceof HTMLAnchorElement
        ? each.href
        : (each.getAttribute('src') ?? each.getAttribute('action') ?? each.getAttribute('srcdoc') ?? ''),
    ),
  );
  const harmful = links.filter((link) => {
    if (link === '' || link.startsWith('data:image/')) return false;
    const { protocol, hostname } = new URL(link, page.url());
    return !/^https?:$/.test(protocol) || hostname === 'evil.example';
  });
  expect(harmful).toEqual([]);
  const planted = await page.evaluate(
    () =>
      document.querySelectorAll('main :is(script, iframe, object, embed, base, meta, style, form)').length,
  );
  expect(planted).toBe(0);
}

test('two hundred payloads in every text of the catalogue stay text', async ({ page, provider, harm }) => {
  test.slow();
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(200);
  await provider.faults(
    {
      match: { path: '/api/v2/browse' },
      body: {
        new_releases: items(40),
        trending: items(40),
        curated_collections: items(10),
        quick_listens: items(10),
        discounts: items(5),
        categories: named(20),
        authors: named(20),
      },
    },
    { match: { path: '/api/v2/user/content' }, body: list(items(15)) },
    { match: { path: '/api/v2/for-you' }, body: { recommended: items(15) } },
    { match: { path: '/api/v2/topics' }, body: list(named(10)) },
    { match: { path: '/api/v2/user' }, body: { id: 'x', full_name: payload(), email: payload() } },
  );
  await page.goto('/');
  const releases = page.getByRole('region', { name: 'New Releases' });
  await expect(releases.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(100);
  await expectHarmlessLinks(page);
  expect(harm.done).toEqual([]);
});

test('nor do they do harm on the pages of a title, an author, a category, or a search', async ({
  page,
  provider,
}) => {
  test.slow();
  await provider.faults(
    { match: { path: '/api/v2/content/hostile' }, body: item('hostile') },
    { match: { path: '/api/v2/content?' }, body: list(items(30)) },
    { match: { path: '/api/v2/segregated' }, body: list([{ id: 'g', name: payload(), content: items(20) }]) },
    { match: { path: '/api/v2/categories' }, body: { id: 'fiction', name: payload(), img_url: address() } },
    {
      match: { path: '/api/v2/authors/' },
      body: { id: 'author', name: payload(), img_url: address(), content: items(20) },
    },
    { match: { path: '/api/v2/search' }, body: list(items(20)) },
  );
  for (const path of [
    '/audios/hostile',
    '/authors/author',
    '/categories/fiction',
    `/search-results?q=${encodeURIComponent(PAYLOADS[0] ?? '')}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await expectHarmlessLinks(page);
  }
});

test('an address that is none to follow is neither played nor opened', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/could not be (?:played|loaded)|malformed/);
  for (const tokenized_url of ['javascript:pwned()', 'data:text/html,<script>parent.pwned()</script>']) {
    await provider.clearFaults();
    await provider.faults({ match: { path: '/api/v2/audio/tokenize' }, body: { tokenized_url } });
    await page.goto('/audios/quiet-mind');
    await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    const sources = await page.evaluate(() =>
      [...document.querySelectorAll('audio')].map((each) => each.currentSrc || each.src),
    );
    expect(sources.filter((source) => !/^(?:https?:|$)/.test(source))).toEqual([]);
  }
});

test('keys that would reach into every object reach nothing', async ({ page, provider }) => {
  const pollution = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},';
  const browse = { new_releases: items(3), trending: [], curated_collections: [], quick_listens: [] };
  const whole = JSON.stringify({ ...browse, categories: named(2), authors: named(2) });
  await provider.faults({
    match: { path: '/api/v2/browse' },
    body: whole.replaceAll('{"', `{${pollution}"`),
    headers: { 'content-type': 'application/json' },
  });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'New Releases' }).getByRole('article').first()).toBeVisible();
  const polluted = await page.evaluate((): unknown =>
    [{}, [], () => undefined].map((each): unknown => Reflect.get(each, 'polluted') ?? null),
  );
  expect(polluted).toEqual([null, null, null]);
});

test('an answer without measure neither breaks the page nor fills the storage', async ({
  page,
  provider,
}) => {
  test.slow();
  const long = 'x'.repeat(200_000);
  const shelf = Array.from({ length: 30 }, (_, at) => ({
    ...item(`long-${at}`),
    title: long,
    description: long,
  }));
  await provider.faults({
    match: { path: '/api/v2/browse' },
    body: {
      new_releases: shelf,
      trending: [],
      curated_collections: [],
      quick_listens: [],
      categories: [],
      authors: [],
    },
  });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'New Releases' }).getByRole('article').first()).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('tokens go to the API and the sign-in service alone, in headers and bodies, never in an address', async ({
  page,
  provider,
}) => {
  const seen: { readonly url: string; readonly headers: string; readonly body: string }[] = [];
  page.on('request', (request) => {
    seen.push({
      url: request.url(),
      headers: JSON.stringify(request.headers()),
      body: request.postData() ?? '',
    });
  });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();

  const tokens = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.endsWith('Token'))
      .map((key) => localStorage.getItem(key) ?? ''),
  );
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  const holds = (text: string): boolean => tokens.some((token) => text.includes(token));
  expect(seen.filter(({ url }) => holds(url))).toEqual([]);
  expect(said.filter(holds)).toEqual([]);
  const told = seen.filter(({ headers, body }) => holds(headers) || holds(body)).map(({ url }) => url);
  expect(told.length).toBeGreaterThan(0);
  const own = [`${provider.origin}/api/v2/`, `${provider.origin}/pool`];
  expect(told.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
});
