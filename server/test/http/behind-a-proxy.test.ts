import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../../host/configuration.ts';
import { signedIn, temporaryFolder, useProvider } from '../support/provider.ts';

const dist = join(temporaryFolder(), 'dist');
mkdirSync(dist);
writeFileSync(
  join(dist, 'index.html'),
  '<!doctype html><head><script type="application/json" id="configuration">{}</script></head>',
);

const HTML = { accept: 'text/html' };
const FORWARDED = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'other.example',
};

const endpointOf = async (origin: string, headers: Readonly<Record<string, string>>): Promise<unknown> => {
  const page = await fetch(origin, { headers: { ...HTML, ...headers } });
  const document = readConfiguration(await page.text());
  return JSON.parse(JSON.stringify(document?.['cognito'] ?? null));
};

describe('with PUBLIC_URL', () => {
  const lines: string[] = [];
  const provider = useProvider({
    dist,
    hostedLogin: true,
    publicUrl: 'https://listen.example',
    trustedProxies: ['127.0.0.1'],
    log: (line) => lines.push(line),
  });

  test('the page is configured for this address, whatever the request names', async () => {
    expect(await endpointOf(provider().origin, {})).toEqual({ endpoint: 'https://listen.example/pool' });
    expect(await endpointOf(provider().origin, FORWARDED)).toEqual({
      endpoint: 'https://listen.example/pool',
    });
  });

  test('links in messages lead to this address', async () => {
    const response = await fetch(`${provider().origin}/pool/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
      },
      body: JSON.stringify({
        ClientId: 'embeddedwebclient00000001',
        Username: 'front@example.org',
        Password: 'A long pass-word 1',
        UserAttributes: [{ Name: 'name', Value: 'Ada' }],
      }),
    });
    expect(response.status).toBe(200);
    expect(lines.join('\n')).toContain('https://listen.example/pool/confirmUser?');
  });

  test('cookies of the hosted login are for HTTPS only, and its redirects may lead to this address', async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'embeddedwebclient00000001',
      redirect_uri: 'https://listen.example/login',
      state: 'state-1234567890',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const page = await fetch(`${provider().origin}/pool/hosted/oauth2/authorize?${query.toString()}`, {
      redirect: 'manual',
    });
    expect(page.status).toBe(200);
    expect(page.headers.get('set-cookie')).toContain('; Secure');
  });

  test('only pages of this address may read calls', async () => {
    const allowed = async (origin: string) =>
      (await fetch(`${provider().origin}/api/v2/user`, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed('https://listen.example')).toBe('https://listen.example');
    expect(await allowed('http://127.0.0.1:5173')).toBeNull();
  });

  test('a sound may be named by its whole address at this origin, and not at another one', async () => {
    const client = await signedIn(provider().origin, 'annual@listener.test');
    const path = '/media/audio/a-short-book-about-long-distances.mp3';
    const ask = (origin: string) => client.get(`/audio/tokenize?url=${encodeURIComponent(origin + path)}`);
    const { status, body } = await ask('https://listen.example');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(`"https://listen.example${path}?`);
    expect((await ask('https://other.example')).status).toBe(400);
  });
});

/** The statuses of many calls at once, each of which names another caller. */
const statusesOf = (origin: string, path = '/api/v2/user'): Promise<readonly number[]> =>
  Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${number}` };
      return (await fetch(origin + path, { headers })).status;
    }),
  );

describe('with a trusted proxy and without PUBLIC_URL', () => {
  const provider = useProvider({ dist, requestsPerSecond: 4, trustedProxies: ['127.0.0.0/8', '::1'] });

  test('the address of the page is the one that the proxy names', async () => {
    expect(await endpointOf(provider().origin, FORWARDED)).toEqual({
      endpoint: 'https://other.example/pool',
    });
  });

  test('rates are counted for each caller and not for the proxy', async () => {
    expect(await statusesOf(provider().origin)).not.toContain(429);
  });
});

describe('without a trusted proxy', () => {
  const provider = useProvider({ dist, requestsPerSecond: 4 });

  test('what a caller says about itself is ignored', async () => {
    const { origin } = provider();
    expect(await endpointOf(origin, FORWARDED)).toEqual({ endpoint: `${origin}/pool` });
    // The limit counts the network address and not the header.
    expect(await statusesOf(origin)).toContain(429);
  });

  test('texts of what is said have a limit of their own (SES-96)', async () => {
    expect(await statusesOf(provider().origin, '/media/transcript/x.vtt')).toContain(429);
  });
});
