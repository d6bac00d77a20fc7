import { expect, test } from 'vitest';
import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { HttpSessions } from '../../../src/adapters/http/own-sessions.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';

/** The adapter over a function that replaces the network. `sent` has each request. */
const make = (respond: () => Response) => {
  const clock = new MemoryClock();
  const session = async () => ok({ accessToken: 'bearer', expiresAt: instant(clock.now() + 60_000) });
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, { method = 'GET' } = {}) => {
    sent.push(`${method} ${new URL(new Request(input).url).pathname}`);
    return respond();
  };
  const options = {
    apiUrl: 'https://api.invalid',
    auth: { session, renew: session },
    clock,
    random: () => 0,
    fetch,
  };
  const cache = new ResponseCache(new MemoryKeyValueStore(), clock, (work) => work());
  const log = new MemoryLog();
  return { api: new HttpSessions(new HttpContentApi(options, cache, log).client), sent, log };
};

test('the calls of sessions send what the description says (ACC-39)', async () => {
  const { api, sent } = make(() => Response.json({ results: [] }));
  await api.list();
  await api.end('a/b');
  await api.endOthers();
  expect(sent).toEqual([
    'GET /api/v2/user/sessions',
    'DELETE /api/v2/user/sessions/a%2Fb',
    'DELETE /api/v2/user/sessions',
  ]);
});

test('a session is read with times in any form, and one that cannot be read is left out', async () => {
  const { api, log } = make(() =>
    Response.json({
      results: [
        {
          id: 7,
          agent: 'Firefox',
          identity_provider: 'Example School',
          is_current: true,
          signed_in: '2026-05-03T10:00:00Z',
          last_used: 1_777_900_000,
        },
        { id: 'b' },
        { agent: 'Chrome' },
      ],
    }),
  );
  expect(await api.list()).toEqual(
    ok([
      {
        id: '7',
        agent: 'Firefox',
        provider: 'Example School',
        isThisOne: true,
        signedInAt: Date.parse('2026-05-03T10:00:00Z'),
        lastUsedAt: 1_777_900_000_000,
      },
      { id: 'b', agent: '', provider: null, isThisOne: false, signedInAt: null, lastUsedAt: null },
    ]),
  );
  expect(log.entries).toHaveLength(1);
});

test('a session that has ended already counts as ended, and a provider without them says so', async () => {
  const { api } = make(() => new Response('', { status: 404 }));
  expect((await api.end('gone')).ok).toBe(true);
  expect(await api.list()).toEqual({ ok: false, error: { kind: 'not-found' } });
});
