import { expect, test } from 'vitest';
import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { HttpListening } from '../../../src/adapters/http/optional/http-listening.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { describeListening } from '../../contract/content-api/listening-api.ts';

const make = () => {
  const clock = new MemoryClock();
  const session = async () => ok({ accessToken: 'bearer', expiresAt: instant(clock.now() + 60_000) });
  const asked: string[] = [];
  let body: unknown = null;
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(new Request(input).url);
    return body === null ? Response.json({}, { status: 404 }) : Response.json(body);
  };
  const cache = new ResponseCache(new MemoryKeyValueStore(), clock, (work) => work());
  const options = {
    apiUrl: 'https://api.invalid',
    auth: { session, renew: session },
    clock,
    random: () => 0,
  };
  const { client } = new HttpContentApi({ ...options, fetch }, cache, new MemoryLog());
  const answer = (sent: unknown) => {
    body = sent;
  };
  return { api: new HttpListening(client, () => 'Europe/Berlin'), asked, answer };
};

describeListening('HttpListening in process', () => {
  const { api, answer } = make();
  return {
    api,
    set: (numbers) => answer(numbers === null ? null : { ...numbers, finished_books: numbers.finishedBooks }),
  };
});

test('the call names the time zone, and leaves out what cannot be read', async () => {
  const { api, asked, answer } = make();
  answer({
    today: '2026-03-30',
    days: [
      { day: 'x', seconds: 1 },
      { day: '2026-03-29', seconds: -1 },
    ],
  });
  expect(await api.numbers()).toEqual(
    ok({ today: '2026-03-30', days: [], finishedBooks: 0, authors: [], narrators: [] }),
  );
  expect(asked).toEqual(['https://api.invalid/api/v2/user/listening?zone=Europe%2FBerlin']);
});
