import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../../host/configuration.ts';
import { signedIn, temporaryFolder, useProvider } from '../support/provider.ts';

const START = "document.title = 'a';";
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))});`;
const SECRET = JSON.stringify('private'.repeat(500));
const around = temporaryFolder();
const dist = join(around, 'dist');
mkdirSync(join(dist, 'assets'), { recursive: true });
mkdirSync(join(around, 'dist-beside'));
for (const name of ['secret.json', 'secret.js', 'secret.png', 'dist-beside/secret.json'])
  writeFileSync(join(around, name), SECRET);
writeFileSync(join(dist, 'assets', 'index-abc123.js'), SCRIPT);
const AHEAD = brotliCompressSync(SCRIPT);
writeFileSync(join(dist, 'assets', 'ahead-abc123.js'), SCRIPT);
writeFileSync(join(dist, 'assets', 'ahead-abc123.js.br'), AHEAD);
writeFileSync(join(dist, 'assets', 'cover-abc123.png'), Buffer.alloc(3000, 1));
for (const name of ['index-abc123.js.map', 'index-abc123.css.MAP'])
  writeFileSync(join(dist, 'assets', name), JSON.stringify({ sourcesContent: [SCRIPT] }));
for (const name of ['message', 'message-scripts'])
  writeFileSync(join(dist, `${name}.html`), '<!doctype html><title>Message</title>');
writeFileSync(join(dist, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(
  join(dist, 'index.html'),
  `<!doctype html><head><script type="application/json" id="configuration">{"brand":"<Hark>"}</script>
<script>${START}</script><script type="module" src="/assets/index-abc123.js"></script><title>Hark</title></head>`.replace(
    '<Hark>',
    String.raw`\u003cHark>`,
  ),
);

const provider = useProvider({ dist });
const silent = useProvider({ dist, linkPreviews: false });

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(provider().origin + path, { headers });
const HTML = { accept: 'text/html,application/xhtml+xml' };

test.each(['GET', 'POST', 'PUT', 'DELETE'])(
  'an unknown call of the API is refused as the API refuses, also to pages of other origins: %s',
  async (method) => {
    const response = await fetch(`${provider().origin}/api/v2/no/such-call`, {
      method,
      headers: { ...HTML, origin: 'http://127.0.0.1:5173' },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:5173');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      error: { code: 'not-found', message: 'There is no such call.' },
    });
  },
);

describe('the page', () => {
  test.each(['/', '/library', '/audios/some-id', '/search-results?q=a.b', '/index.html'])(
    'is served for %s, and asked for again each time',
    async (path) => {
      const response = await get(path, HTML);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test("contains the provider's services at the requested address, with passkeys at a name (SES-142)", async () => {
    const port = new URL(provider().origin).port;
    const document = readConfiguration(await (await fetch(`http://localhost:${port}/`)).text());
    const someKey: unknown = expect.any(String);
    expect(document).toEqual({
      brand: '<Hark>',
      cognito: { endpoint: `http://localhost:${port}/pool` },
      errorReports: `http://localhost:${port}/app-errors`,
      hostedLogin: { url: `http://localhost:${port}/pool/hosted`, passkeys: 'only' },
      amplitude: {
        apiKey: someKey,
        serverUrl: `http://localhost:${port}/collect/analytics/2/httpapi`,
      },
      braze: { apiKey: someKey, baseUrl: `http://localhost:${port}/collect/messaging` },
      links: {
        ...Object.fromEntries(
          ['help', 'privacy', 'terms', 'mobileApp'].map((name) => [
            name,
            `http://localhost:${port}/pages/${name}`,
          ]),
        ),
        annual: `http://localhost:${port}/billing/plans/annual`,
        monthly: `http://localhost:${port}/billing/plans/monthly`,
        purchase: `http://localhost:${port}/billing/titles/{content_id}`,
      },
    });
  });

  test('offers no passkeys at an address without a name (SES-133)', async () => {
    const document = readConfiguration(await (await get('/', HTML)).text());
    expect(document).not.toHaveProperty('hostedLogin');
  });

  test('links to pages of the provider that exist and run no script', async () => {
    const document = readConfiguration(await (await get('/', HTML)).text());
    const links = Object.values(document?.['links'] ?? {}) as readonly string[];
    expect(links).toHaveLength(7);
    for (const link of links) {
      const response = await fetch(`${link}?link=x`, { headers: HTML });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
      expect(await response.text()).toContain('<h1>');
    }
    expect((await get('/pages/nothing', HTML)).status).toBe(404);
  });

  test('sends a policy that allows the origins of the document, and no other inline script', async () => {
    const response = await get('/', HTML);
    const policy = new Map(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
    const hash = createHash('sha256').update(START).digest('base64');
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'", `'sha256-${hash}'`]);
    expect(policy.get('connect-src')).toEqual(["'self'", provider().origin]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('trusted-types')).toEqual(['workers']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('permissions-policy')).toContain('camera=()');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  test('is sent to a browser that calls the request a navigation and names no type', async () => {
    const type = (mode: string) =>
      new Promise<string | undefined>((resolve, reject) => {
        const headers = { accept: '*/*', 'sec-fetch-mode': mode };
        httpGet(`${provider().origin}/library`, { headers }, (response) => {
          response.resume();
          resolve(response.headers['content-type']);
        }).on('error', reject);
      });
    expect(await type('navigate')).toContain('text/html');
    expect(await type('cors')).toContain('application/json');
  });

  test('is not sent for a script, an image or an unknown service', async () => {
    expect((await get('/assets/gone-999.js')).status).toBe(404);
    for (const path of ['/api/v3/user', '/media/none', '/pool/none', '/__faults/none', '/__other']) {
      const response = await get(path, HTML);
      expect(response.status).toBeOneOf([401, 404]);
      expect(response.headers.get('content-type')).not.toContain('text/html');
    }
  });
});

describe('a shared link (APP-80)', () => {
  const BEE = '/audios/eleven-minutes-in-the-life-of-a-bee';
  const pageAt = async (path: string, of = provider) =>
    (await fetch(of().origin + path, { headers: HTML })).text();
  const tagsOf = (html: string): Readonly<Record<string, string>> => {
    const found = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/gu);
    return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, content] as const));
  };

  test('says title, authors, description and cover of a title to those without a session', async () => {
    const html = await pageAt(`${BEE}?chapter=1&t=65`);
    const { origin } = provider();
    const tags = tagsOf(html);
    expect(tags['og:title']).toMatch(/^Eleven Minutes in the Life of a Bee by \S/u);
    expect(tags['og:description']).toMatch(/^One flight, one meadow/u);
    expect(tags['og:site_name']).toBe('&lt;Hark&gt;');
    expect(tags['og:url']).toBe(origin + BEE);
    expect(html).toMatch(/<title>Eleven Minutes in the Life of a Bee by [^<]+ · &lt;Hark&gt;<\/title>/u);
    const picture = await fetch(tags['og:image'] ?? '');
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toMatch(/^image\//u);
    // No address of a sound, and nothing else of the document.
    expect(html).not.toMatch(/\/media\/(?!covers\/)/u);
    expect(readConfiguration(html)).not.toBeNull();
  });

  test.each([
    ['authors', 'author_info'],
    ['narrators', 'narrators'],
    ['categories', 'category_info'],
    ['topics', 'topic_info'],
  ])('names one of the %s', async (table, field) => {
    const api = await signedIn(provider().origin, 'annual@listener.test');
    const { body } = await api.get('/content/eleven-minutes-in-the-life-of-a-bee');
    const [named] = (body as Record<string, readonly { id: string; name: string }[]>)[field] ?? [];
    const tags = tagsOf(await pageAt(`/${table}/${named?.id}`));
    expect(tags['og:title']?.replaceAll('&amp;', '&')).toBe(named?.name);
    expect(tags['og:image']).toMatch(/\/media\/covers\//u);
  });

  test.each(['/audios/none', '/audios/%00', '/audios/%ff', "/audios/'%3B--", '/library', '/login', '/'])(
    'says nothing at %s',
    async (path) => {
      expect(tagsOf(await pageAt(path))).toEqual({});
    },
  );

  test('says nothing where the operator wants it so', async () => {
    expect(tagsOf(await pageAt(BEE, silent))).toEqual({});
  });
});

describe('an unknown path (APP-81)', () => {
  test.each(['/nowhere', '/audios', '/audios/a/b', '/library/x', '/logins', '/wp-login.php', '/studio/x'])(
    '%s gets the page, with the status 404',
    async (path) => {
      const response = await get(path, HTML);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('id="configuration"');
    },
  );

  test.each([
    '/Library',
    '/library/',
    '/audios/a%2Fb',
    '/categories-topics/a/b',
    '/search-results/Sleep?q=x',
  ])('%s is a page of the app', async (path) => {
    expect((await get(path, HTML)).status).toBe(200);
  });
});

describe('every response', () => {
  const PLAIN = { accept: '*/*' };
  const PREFLIGHT = { origin: 'http://127.0.0.1:5173', 'access-control-request-method': 'GET' };
  const AMZ = { 'content-type': 'application/x-amz-json-1.1' };
  test.each([
    ['GET', '/', HTML, "default-src 'none'"],
    ['GET', '/assets/index-abc123.js', PLAIN, null],
    ['GET', '/assets/gone-999.js', PLAIN, 'data'],
    ['GET', '/message.html', HTML, "frame-ancestors 'self'"],
    ['GET', '/message-scripts.html', HTML, 'sandbox allow-scripts allow-popups'],
    ['GET', '/api/v2/browse', PLAIN, 'data'],
    ['GET', '/api/v2/none', PLAIN, 'data'],
    ['OPTIONS', '/api/v2/browse', PREFLIGHT, null],
    ['OPTIONS', '/api/v2/browse', PLAIN, 'data'],
    ['POST', '/api/v2/user/login_attempts', PLAIN, 'data'],
    ['POST', '/pool', AMZ, 'data'],
    ['GET', '/pool/confirmUser', HTML, "default-src 'none'"],
    ['GET', '/pool/hosted/oauth2/authorize', HTML, "default-src 'none'"],
    ['POST', '/pool/hosted/oauth2/token', PLAIN, 'data'],
    ['GET', '/media/none', PLAIN, 'data'],
    ['GET', '/media/covers/none.webp', PLAIN, null],
    ['POST', '/collect/messaging/data', PLAIN, 'data'],
    ['GET', '/events', HTML, "default-src 'none'"],
    ['DELETE', '/', PLAIN, 'data'],
    ['GET', '/%ff', PLAIN, 'data'],
  ] as const)('bears the headers: %s %s', async (method, path, headers, policy) => {
    const response = await fetch(provider().origin + path, { method, headers });
    const has = (name: string) => response.headers.get(name);
    expect(has('x-content-type-options')).toBe('nosniff');
    expect(has('cross-origin-opener-policy')).toBe('same-origin');
    expect(has('referrer-policy')).toMatch(/^(?:strict-origin-when-cross-origin|no-referrer)$/);
    expect(has('permissions-policy')).toContain('microphone=()');
    expect(has('x-powered-by') ?? has('server')).toBeNull();
    const found = has('content-security-policy');
    if (policy === null) expect(found).toBeNull();
    else if (policy === 'data') expect(found).toBe("default-src 'none'; frame-ancestors 'none'");
    else expect(found).toContain(policy);
    if (policy !== null) expect(found).toContain('frame-ancestors');
  });
});

describe('files', () => {
  test('with a hash in their name are cached for ever, others are validated', async () => {
    const asset = await get('/assets/index-abc123.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await asset.text()).toBe(SCRIPT);
    expect((await get('/icon.svg')).headers.get('cache-control')).toBe('no-cache');
    const image = await get('/assets/cover-abc123.png', { range: 'bytes=0-9' });
    expect(image.status).toBe(206);
    expect(image.headers.get('content-type')).toBe('image/png');
  });

  test('are compressed as the client accepts it', async () => {
    const br = await raw('/assets/index-abc123.js', 'gzip, deflate, br');
    expect(br.encoding).toBe('br');
    expect(brotliDecompressSync(br.bytes).toString()).toBe(SCRIPT);
    const gzip = await raw('/assets/index-abc123.js', 'gzip, br;q=0');
    expect(gzip.encoding).toBe('gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT);
    for (const refused of ['identity', 'gzip;q=0', 'not-gzip']) {
      const plain = await raw('/assets/index-abc123.js', refused);
      expect(plain.encoding).toBeUndefined();
      expect(plain.bytes.toString()).toBe(SCRIPT);
    }
    expect(br.etag).not.toBe(gzip.etag);
  });

  test('that the build compressed are sent unchanged to clients that accept it', async () => {
    const br = await raw('/assets/ahead-abc123.js', 'gzip, br');
    expect(br.encoding).toBe('br');
    expect(br.bytes.equals(AHEAD)).toBe(true);
    const gzip = await raw('/assets/ahead-abc123.js', 'gzip');
    expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT);
  });

  test.each(['/assets/index-abc123.js', '/'])(
    'are not sent again to a client that has them: %s',
    async (path) => {
      const etag = (await get(path)).headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
        expect((await get(path, { 'if-none-match': known })).status).toBe(304);
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  // Text files and images are read by different code. Both have to stay inside the folder.
  test.each(
    ['json', 'js', 'png'].flatMap((type) => [
      `/../secret.${type}`,
      `/..%2fsecret.${type}`,
      `/%2e%2e/secret.${type}`,
      `/%2e%2e%2fsecret.${type}`,
      `/assets/../../secret.${type}`,
      `/assets/..%2f..%2fsecret.${type}`,
      `/assets%2f..%2f..%2fsecret.${type}`,
      `/..\\secret.${type}`,
      `/..%5csecret.${type}`,
      `/..%252fsecret.${type}`,
      `/%252e%252e%252fsecret.${type}`,
      `/${encodeURIComponent(join(around, `secret.${type}`))}`,
      `/%2f${encodeURIComponent(join(around, `secret.${type}`))}`,
    ]),
  )('outside the folder stay there: %s', async (path) => {
    for (const encodings of ['br', 'identity']) {
      const { status, bytes } = await raw(path, encodings);
      expect(status).toBe(404);
      expect(bytes.toString()).not.toContain('private');
    }
  });

  test.each(['/..%2fdist-beside%2fsecret.json', '/%00', '/%00.json', '/%zz', '/assets/..%2f..', '/..'])(
    'are no others than those of the folder: %s',
    async (path) => {
      expect((await raw(path, 'br')).status).toBeOneOf([400, 404]);
    },
  );

  test.each(['/./message-scripts.html', '/%2e/message-scripts.html', '/assets/..%2fmessage-scripts.html'])(
    'keep their policy and their age under another spelling: %s',
    async (path) => {
      const { headers } = await raw(path, 'br');
      expect(headers['content-security-policy']).toContain('sandbox allow-scripts');
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  test('that are source maps are not served', async () => {
    for (const name of ['index-abc123.js.map', 'index-abc123.css.MAP', 'none.js.map']) {
      for (const headers of [HTML, { accept: '*/*' }]) {
        expect((await get(`/assets/${name}`, headers)).status).toBe(404);
      }
    }
  });
});

/** Requests with Node's client, which neither decompresses nor normalises paths. */
function raw(path: string, encodings: string) {
  const { hostname, port } = new URL(provider().origin);
  return new Promise<{
    status: number | undefined;
    encoding: string | undefined;
    etag: string | undefined;
    headers: IncomingHttpHeaders;
    bytes: Buffer;
  }>((resolve, reject) => {
    httpGet({ hostname, port, path, headers: { 'accept-encoding': encodings } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          encoding: response.headers['content-encoding'],
          etag: response.headers.etag,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    }).on('error', reject);
  });
}

describe('the page of a demonstration without a mobile app', () => {
  const withoutApp = useProvider({ dist, mobileApp: false });

  test('names every page of the provider but that of the app', async () => {
    const document = readConfiguration(await (await fetch(withoutApp().origin)).text());
    const links = Object.keys(document?.['links'] ?? {});
    expect(links).toContain('help');
    expect(links).not.toContain('mobileApp');
  });
});

const studioDist = join(temporaryFolder(), 'studioDist');
mkdirSync(join(studioDist, 'studio'), { recursive: true });
const page = (title: string): string =>
  `<!doctype html><title>${title}</title><script type="application/json" id="configuration">{}</script>`;
writeFileSync(join(studioDist, 'index.html'), page('App'));
writeFileSync(join(studioDist, 'studio', 'index.html'), page('Studio'));

const library = useProvider({ dist: studioDist, library: [] });
const demonstration = useProvider({ dist: studioDist });

describe('with a library', () => {
  test.each(['/studio', '/studio/', '/studio/titles/t1?x=1', '/%73tudio', '/studio/index.html'])(
    '%s is the document of the studio, with the configuration and its policy',
    async (path) => {
      const { origin } = library();
      const response = await fetch(origin + path, { headers: HTML });
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toContain('<title>Studio</title>');
      expect(readConfiguration(html)).toMatchObject({ cognito: { endpoint: `${origin}/pool` } });
      expect(response.headers.get('content-security-policy')).toContain(`connect-src 'self' ${origin}`);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test.each(['/', '/studios', '/audios/studio'])('%s is the app', async (path) => {
    const response = await fetch(library().origin + path, { headers: HTML });
    expect(await response.text()).toContain('<title>App</title>');
  });

  test('a script below /studio that does not exist is no page', async () => {
    expect((await fetch(`${library().origin}/studio/none.js`)).status).toBe(404);
  });
});

test.each(['/studio', '/studio/titles', '/studio/index.html'])(
  'a demonstration has no studio at %s: the app says so',
  async (path) => {
    const response = await fetch(demonstration().origin + path, { headers: HTML });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<title>App</title>');
  },
);
