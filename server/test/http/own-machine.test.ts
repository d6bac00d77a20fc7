import Fastify from 'fastify';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { guardOwnRoutes, namePublicOrigin } from '../../http/own-machine.ts';
import { useProvider } from '../support/provider.ts';

interface Caller {
  readonly remoteAddress?: string;
  readonly host?: string;
  readonly origin?: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly publicUrl?: string;
}

/** The headers that proxies, tunnels and content networks add to a request. */
const FORWARDING: readonly (readonly [string, string])[] = [
  ['Forwarded', 'for=203.0.113.7'],
  ['Via', '1.1 proxy'],
  ['X-Forwarded', '203.0.113.7'],
  ['X-Forwarded-For', '203.0.113.7'],
  ['X-Forwarded-For', ''],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Host', 'localhost'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Port', '443'],
  ['X-Forwarded-Server', 'proxy'],
  ['X-Real-IP', '203.0.113.7'],
  ['X-Client-IP', '203.0.113.7'],
  ['X-Cluster-Client-IP', '203.0.113.7'],
  ['X-Original-For', '203.0.113.7'],
  ['X-Original-Host', 'example.com'],
  ['X-Envoy-External-Address', '203.0.113.7'],
  ['X-Amzn-Trace-Id', 'Root=1-67891233-abcdef012345678912345678'],
  ['True-Client-IP', '203.0.113.7'],
  ['Client-IP', '203.0.113.7'],
  ['CF-Connecting-IP', '203.0.113.7'],
  ['CF-Ray', '230b030023ae2822-SJC'],
  ['CDN-Loop', 'cloudflare'],
  ['Fastly-Client-IP', '203.0.113.7'],
  ['Fly-Client-IP', '203.0.113.7'],
  ['Tailscale-User-Login', 'somebody@example.com'],
];

const OURS: readonly (readonly [string, Caller])[] = [
  ['a program of this machine', {}],
  ['the name localhost, at any port', { host: 'localhost:5173' }],
  ['the other family of addresses', { remoteAddress: '::1', host: '[::1]:4321' }],
  ['both families at once', { remoteAddress: '::ffff:127.0.0.1' }],
  ['a page of this machine', { origin: 'http://127.0.0.1:4321' }],
  ['a page behind a proxy of this machine', { host: '127.0.0.1:9', origin: 'http://localhost:5173' }],
];
const FOREIGN: readonly (readonly [string, Caller])[] = [
  ['another machine', { remoteAddress: '192.168.1.7' }],
  ['another machine, under a name of this one', { remoteAddress: 'fe80::1', host: 'localhost' }],
  ['a name that was pointed here', { host: 'rebound.example:4321' }],
  ['a name that begins like this machine', { host: '127.0.0.1.rebound.example' }],
  ['a name that ends like this machine', { host: 'not-localhost' }],
  ['a page from elsewhere', { origin: 'https://elsewhere.example' }],
  ['a page that only begins like one of this machine', { origin: 'http://localhost.elsewhere.example' }],
  ['a page that hides where it is from', { origin: 'null' }],
  [
    'whoever comes through a proxy of this machine that adds no header',
    { publicUrl: 'https://listen.example' },
  ],
  ...FORWARDING.map(
    ([name, value]) =>
      [
        `whoever comes through a proxy of this machine, by ${name}: ${value}`,
        { more: { [name]: value } },
      ] as const,
  ),
];

describe('a route for this machine only', () => {
  /** Asks a server that has routes of many kinds, as a caller. */
  async function statusAt(url: string, caller: Caller, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
    const server = Fastify();
    namePublicOrigin(server, caller.publicUrl);
    guardOwnRoutes(server);
    const open = { onRequest: async () => undefined, handler: async () => 'here' };
    await server.register(
      async (control) => {
        control.get('/', open);
        control.get('/deep/:name', open);
        control.post('/deep/:name', open);
      },
      { prefix: '/__new' },
    );
    for (const path of ['/events', '/events/received', '/eventual', '/api/v2/events', '/*']) {
      server.get(path, open);
    }
    const { remoteAddress = '127.0.0.1', host = '127.0.0.1:4321', origin, more = {} } = caller;
    const headers = { host, ...(origin !== undefined && { origin }), ...more };
    return (await server.inject({ method, url, remoteAddress, headers })).statusCode;
  }

  const GUARDED = ['/__new', '/__new/deep/er', '/events', '/events/received'];

  test.each(OURS)('exists for %s', async (_who, caller) => {
    for (const url of GUARDED) expect(await statusAt(url, caller)).toBe(200);
    expect(await statusAt('/__new/deep/er', caller, 'POST')).toBe(200);
  });

  test.each(FOREIGN)('does not exist for %s', async (_who, caller) => {
    for (const url of [...GUARDED, '/%5f%5fnew', '/__new/?a', '/%65vents']) {
      expect(await statusAt(url, caller)).toBe(404);
      expect(await statusAt(url, caller, 'HEAD')).toBe(404);
    }
    expect(await statusAt('/__new/deep/er', caller, 'POST')).toBe(404);
  });

  test.each(FOREIGN)('does not change other routes: %s', async (_who, caller) => {
    for (const url of ['/eventual', '/api/v2/events', '/', '/library']) {
      expect(await statusAt(url, caller)).toBe(200);
    }
  });
});

describe('the controls of the provider', () => {
  const provider = useProvider();

  function ask(method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) {
    const { hostname, port } = new URL(provider().origin);
    return new Promise<number | undefined>((resolve, reject) => {
      const sent = body === undefined ? {} : { 'content-type': 'application/json' };
      httpRequest({ hostname, port, method, path, headers: { ...headers, ...sent } }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  interface Control {
    readonly method: string;
    readonly path: string;
    readonly body?: object;
  }

  const EMAIL = 'free@listener.test';
  const CONTROLS: readonly Control[] = [
    { method: 'GET', path: `/__pool/codes?email=${EMAIL}` },
    { method: 'GET', path: `/%5f%5fpool/codes?email=${EMAIL}` },
    {
      method: 'POST',
      path: '/__pool/users',
      body: { email: 'new@listener.test', name: 'New', password: 'Chosen-by-1' },
    },
    { method: 'POST', path: '/__faults/clock', body: { offset_ms: 86_400_000 } },
    { method: 'POST', path: '/__faults/expire-tokens' },
    { method: 'GET', path: '/__faults/log' },
    { method: 'DELETE', path: '/__collectors' },
    { method: 'GET', path: '/events' },
    { method: 'GET', path: '/events/received' },
  ];

  test.each(CONTROLS)(
    'are not there for foreign names and pages: $method $path',
    async ({ method, path, body }) => {
      expect(await ask(method, path, { host: 'rebound.example' }, body)).toBe(404);
      expect(await ask(method, path, { origin: 'https://elsewhere.example' }, body)).toBe(404);
      expect(await ask(method, path, { origin: 'null' }, body)).toBe(404);
      expect(await ask(method, path, { 'x-forwarded-for': '203.0.113.7' }, body)).toBe(404);
    },
  );

  test('have changed nothing for any of them', async () => {
    const sent = await fetch(`${provider().origin}/api/v2/browse`);
    expect(sent.status).toBe(401);
    expect(Math.abs(provider().clock.now() - Date.now())).toBeLessThan(1000);
    expect(await provider().pool.getVerifiedEmail('new@listener.test')).toBeUndefined();
  });

  test.each(CONTROLS)('exist for this machine: $method $path', async ({ method, path, body }) => {
    const { port } = new URL(provider().origin);
    expect(await ask(method, path, { host: 'localhost:5173' }, body)).toBe(200);
    expect(await ask(method, path, { origin: `http://localhost:${port}` }, body)).toBe(200);
  });
});
