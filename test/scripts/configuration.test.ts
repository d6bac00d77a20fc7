import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { describe, expect, test, afterEach } from 'vitest';
import { configurationFrom, missingLinks, toInlineJson } from '../../scripts/vite/configuration.ts';
import { withServicesOf } from '../../scripts/vite/provider.ts';

describe('the configuration document made from variables', () => {
  test('holds the constants alone when no variable is set', () => {
    expect(configurationFrom({})).toEqual({
      brand: 'Hark',
      cognito: {
        userPoolId: 'us-west-2_Embedded01',
        clientId: 'embeddedwebclient00000001',
      },
      signUpConfirmation: 'code',
      links: {},
      sessionStore: 'local',
      storage: 'local',
    });
  });

  test('gives every variable its field (APP-22)', () => {
    const document = configurationFrom({
      VITE_API_URL: 'https://api.example',
      VITE_MEDIA_ORIGINS: 'https://m1.example https://m2.example',
      VITE_COGNITO_REGION: 'eu-west-1',
      VITE_COGNITO_USER_POOL_ID: 'eu-west-1_Abc',
      VITE_COGNITO_CLIENT_ID: 'client',
      VITE_COGNITO_ENDPOINT: 'https://pool.example',
      VITE_COGNITO_AUTH_FLOW: 'custom',
      VITE_COGNITO_CLIENT: 'webcrypto',
      VITE_HOSTED_LOGIN_URL: 'https://login.example',
      VITE_HOSTED_LOGIN_PROVIDERS: 'Example School, The College',
      VITE_SIGN_UP_CONFIRMATION: 'link',
      VITE_BRAZE_API_KEY: 'braze',
      VITE_BRAZE_BASE_URL: 'https://braze.example',
      VITE_BRAZE_HTML_SCRIPTS: 'on',
      VITE_AMPLITUDE_API_KEY: 'amplitude',
      VITE_AMPLITUDE_SERVER_URL: 'https://amplitude.example',
      VITE_AMPLITUDE_ZONE: 'EU',
      VITE_AMPLITUDE_BATCH: 'on',
      VITE_LINK_HELP: 'https://l.example/1',
      VITE_LINK_PRIVACY: 'https://l.example/2',
      VITE_LINK_TERMS: 'https://l.example/3',
      VITE_LINK_ANNUAL: 'https://l.example/4',
      VITE_LINK_MONTHLY: 'https://l.example/5',
      VITE_LINK_MOBILE_APP: 'https://l.example/6',
      VITE_LINK_PURCHASE: 'https://l.example/7?id={content_id}',
      VITE_SESSION_STORE: 'cookie',
      VITE_STORAGE: 'indexeddb',
      VITE_BRAND: 'Murmur',
    });
    expect(document).toEqual({
      brand: 'Murmur',
      apiUrl: 'https://api.example',
      mediaOrigins: ['https://m1.example', 'https://m2.example'],
      cognito: {
        region: 'eu-west-1',
        userPoolId: 'eu-west-1_Abc',
        clientId: 'client',
        endpoint: 'https://pool.example',
        authFlow: 'custom',
        client: 'webcrypto',
      },
      hostedLogin: { url: 'https://login.example', providers: ['Example School', 'The College'] },
      signUpConfirmation: 'link',
      braze: { apiKey: 'braze', baseUrl: 'https://braze.example', htmlScripts: 'on' },
      amplitude: { apiKey: 'amplitude', serverUrl: 'https://amplitude.example', zone: 'EU', batch: 'on' },
      links: {
        help: 'https://l.example/1',
        privacy: 'https://l.example/2',
        terms: 'https://l.example/3',
        annual: 'https://l.example/4',
        monthly: 'https://l.example/5',
        mobileApp: 'https://l.example/6',
        purchase: 'https://l.example/7?id={content_id}',
      },
      sessionStore: 'cookie',
      storage: 'indexeddb',
    });
  });

  test('names the links that another provider leaves out', () => {
    expect(missingLinks(configurationFrom({}))).toEqual([]);
    const all = ['HELP', 'PRIVACY', 'TERMS', 'ANNUAL', 'MONTHLY', 'MOBILE_APP'].map(
      (name) => `VITE_LINK_${name}`,
    );
    for (const name of ['API_URL', 'COGNITO_ENDPOINT', 'COGNITO_USER_POOL_ID'])
      expect(missingLinks(configurationFrom({ [`VITE_${name}`]: 'https://other.example' }))).toEqual(all);
    const most = { VITE_API_URL: 'https://api.example', VITE_LINK_HELP: 'https://l.example/1' };
    expect(missingLinks(configurationFrom(most))).toEqual(all.slice(1));
  });

  test('takes an empty variable for an absent one (APP-22)', () => {
    expect(configurationFrom({ VITE_BRAND: '', VITE_API_URL: ' ', VITE_BRAZE_API_KEY: '' })).toEqual(
      configurationFrom({}),
    );
  });

  test('never ends the element that holds it', () => {
    const document = configurationFrom({ VITE_BRAND: '</script><script>alert(1)</script><!--' });
    expect(toInlineJson(document)).not.toContain('<');
    expect(JSON.parse(toInlineJson(document))).toEqual(document);
  });
});

test('the page of the configuration tells of every variable that is read, and of no other', () => {
  const read = new Set<string>();
  configurationFrom(
    new Proxy(
      {},
      {
        get: (_, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    ),
  );
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const items = page.split('\n').filter((line) => line.startsWith('- `VITE_'));
  const told = items.flatMap((item) => item.split(':')[0]?.match(/\w+/gu) ?? []);
  expect(told.toSorted()).toEqual([...read].toSorted());
});

let server: Server | undefined;
afterEach(() => server?.close());

/** A provider that serves a page with the given document, in which `ORIGIN` stands for its own origin. */
async function providerOffering(document: string): Promise<string> {
  let origin = '';
  server = createServer((_, response) => {
    const inlined = document.replaceAll('ORIGIN', origin);
    response.end(`<script type="application/json" id="configuration">${inlined}</script>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
  return origin;
}

const PAGE = 'http://127.0.0.1:5173';

test("a provider's services fill what the document leaves absent, at the page's origin", async () => {
  const provider = await providerOffering('{"cognito":{"endpoint":"ORIGIN/pool"},"braze":{"apiKey":"k"}}');
  expect(await withServicesOf(provider, PAGE, { brand: 'Hark', cognito: { region: 'us-west-2' } })).toEqual({
    brand: 'Hark',
    cognito: { region: 'us-west-2', endpoint: `${PAGE}/pool` },
    braze: { apiKey: 'k' },
  });
});

test('what the document names stays', async () => {
  const provider = await providerOffering('{"cognito":{"endpoint":"ORIGIN/pool"}}');
  const document = { cognito: { endpoint: 'https://pool.example' } };
  expect(await withServicesOf(provider, PAGE, document)).toEqual(document);
});

test('a page without a document is an error that says so', async () => {
  server = createServer((_, response) => response.end('<p>hello</p>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(withServicesOf(`http://127.0.0.1:${port}`, PAGE, {})).rejects.toThrow(
    'no configuration document',
  );
});
