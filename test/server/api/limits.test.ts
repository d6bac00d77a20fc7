import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider({ requestsPerSecond: 4 });

describe('the limits of the product API', () => {
  test('a body that is too large is refused before it is read', async () => {
    const api = await signedIn(provider().origin, 'annual@listener.test');
    const report = { id: 'quiet-mind', playback_speed: 1, content_type: 1, last_position: 1000 };
    const { status } = await api.post(
      '/user/content',
      Array.from({ length: 5_000 }, () => report),
    );
    expect(status).toBe(413);
  });

  test('an address with too many requests gets the time of the next try', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, async () => fetch(`${provider().origin}/api/v2/user`)),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^[12]$/);
    expect(await refused[0]?.json()).toEqual({
      error: { code: 'too-many-requests', message: 'Too many requests. Try again in a few seconds.' },
    });
  });
});

test('too many requests to analytics or messaging are refused, as these services do', async () => {
  for (const path of ['/collect/analytics/batch', '/collect/messaging/data']) {
    const responses = await Promise.all(
      Array.from({ length: 100 }, async () =>
        fetch(provider().origin + path, { method: 'POST', body: '{}' }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^[12]$/);
  }
});

/** Requests a path exactly as it is written. `fetch` would normalise it. */
async function rawGet(path: string): Promise<string> {
  const { hostname, port } = new URL(provider().origin);
  const socket = connect(Number(port), hostname);
  // The server ends the connection. If this side ended it first, a later response would be lost.
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
  let response = '';
  for await (const chunk of socket) response += String(chunk);
  return response;
}

describe('the files behind the media', () => {
  test.each([
    '/media/covers/../../package.json',
    '/media/covers/..%2f..%2fpackage.json',
    '/media/covers/%2e%2e/%2e%2e/package.json',
    '/media/audio/....//....//package.json',
    '/media/audio/..%5c..%5cpackage.json',
    '/media/pdf/%00.pdf',
    '/media//etc/passwd',
  ])('cannot be reached by %s', async (path) => {
    const response = await rawGet(path);
    expect(response).toMatch(/^HTTP\/1\.1 40[0-4]/);
    expect(response).not.toMatch(/"dependencies"|root:/);
  });
});

test('it listens on this machine only', () => {
  expect(new URL(provider().origin).hostname).toBe('127.0.0.1');
});
