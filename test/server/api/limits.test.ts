import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { signedIn, useProvider } from '../support/provider.ts';

const provider = useProvider({ requestsPerSecond: 4 });

describe('the limits of the product API', () => {
  test('a body beyond any use is refused before it is read', async () => {
    const api = await signedIn(provider().origin, 'annual@listener.test');
    const report = { id: 'quiet-mind', playback_speed: 1, content_type: 1, last_position: 1000 };
    const { status } = await api.post(
      '/user/content',
      Array.from({ length: 5_000 }, () => report),
    );
    expect(status).toBe(413);
  });

  test('an address that asks too often is told when to come again', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => fetch(`${provider().origin}/api/v2/user`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(await refused[0]?.json()).toEqual({
      error: { code: 'too-many-requests', message: 'Too many requests. Try again in a second.' },
    });
  });
});

test('who tells analytics or messaging too much is refused, as these services do', async () => {
  for (const path of ['/collect/analytics/batch', '/collect/messaging/data']) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () =>
        fetch(provider().origin + path, { method: 'POST', body: '{}' }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
  }
});

/** What a server says to a path exactly as it is written, which `fetch` would tidy up. */
async function rawGet(path: string): Promise<string> {
  const { hostname, port } = new URL(provider().origin);
  const socket = connect(Number(port), hostname);
  socket.end(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
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
    const answer = await rawGet(path);
    expect(answer).toMatch(/^HTTP\/1\.1 40[0-4]/);
    expect(answer).not.toMatch(/"dependencies"|root:/);
  });
});

test('it listens on this machine alone', () => {
  expect(new URL(provider().origin).hostname).toBe('127.0.0.1');
});
