/*
 * `npm run bench:adapters`: the cost of the content API without the network, on one core: a response from the cache, a
 * write into a full storage, the decoding of a long list. Each figure is compared with the cost of parsing the same text
 * once ("floor"), measured in the same run, because ratios can be compared between machines and times cannot. The bench
 * ends with an error if it did not measure what a line says.
 */
import { HttpContentApi } from '../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../src/adapters/http/response-cache.ts';
import type { JsonResponse } from '../../src/adapters/http/transport.ts';
import { decodeCatalogue } from '../../src/adapters/http/http-catalogue.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import { ok } from '../../src/domain/result.ts';
import { instant } from '../../src/domain/time.ts';
import { check } from './check.ts';
import { CountingStore } from './counting-store.ts';
import { measure, measureAsync, type Measurement, perPart } from './measure.ts';
import { shown } from './shown.ts';
import { wireItems } from './wire-items.ts';

const ROUNDS = 41;
/** The storage of an origin, in characters, and the number of responses that fill it. */
const CAPACITY = 5_000_000;
const RESPONSES = 500;

type Figure = { readonly what: string; readonly cost: Measurement; readonly floor: Figure | null };

const show = ({ what, cost, floor }: Figure): void => {
  const spread = `(middle half ${shown(cost.low)} to ${shown(cost.high)})`;
  const ratio = floor === null ? 'floor' : `${(cost.median / floor.cost.median).toFixed(2)} ×`;
  console.log(`${what.padEnd(58)} ${shown(cost.median).padStart(10)} ${ratio.padStart(9)}   ${spread}`);
};

const atOnce = (work: () => void): void => {
  work();
};

/** A response whose text has exactly this many characters. */
const sizedResponse = (size: number): JsonResponse => {
  const results = wireItems(6);
  const short = size - responseOf({ results, padding: '' }).text.length;
  return responseOf({ results, padding: 'x'.repeat(short) });
};

const responseOf = (body: unknown): JsonResponse => ({ text: JSON.stringify(body), body });

/** Requests a page of 15 titles again: from memory and, as after a reload, from the storage. */
const hits = async (): Promise<readonly Figure[]> => {
  const times = 2_000;
  const page = responseOf({ results: wireItems(15), next_page_key: 2 });
  const clock = new MemoryClock();
  const store = new CountingStore(CAPACITY);
  let fetches = 0;
  const session = async () => ok({ accessToken: 'token', expiresAt: instant(Number.MAX_SAFE_INTEGER) });
  const apiOn = (cache: ResponseCache): HttpContentApi =>
    new HttpContentApi(
      {
        apiUrl: 'https://api.invalid',
        auth: { session, renew: session },
        clock,
        random: () => 0,
        fetch: async () => {
          fetches += 1;
          return new Response(page.text);
        },
      },
      cache,
      new MemoryLog(),
    );
  const api = apiOn(new ResponseCache(store, clock, atOnce));
  const trending = async (from: HttpContentApi): Promise<unknown> => {
    const response = await from.catalogue.trending(null);
    check(response.ok && response.value.items.length === 15, 'the page of 15 was not returned');
    return response;
  };
  await trending(api);

  const parse = measure(ROUNDS, () => {
    let last: unknown;
    for (let time = 0; time < times; time += 1) last = JSON.parse(page.text);
    return last;
  });
  const again = await measureAsync(ROUNDS, async () => {
    let last: unknown;
    for (let time = 0; time < times; time += 1) last = await trending(api);
    return last;
  });
  const reloads = 200;
  const reloaded = await measureAsync(ROUNDS, async () => {
    let last: unknown;
    for (let time = 0; time < reloads; time += 1) {
      last = await trending(apiOn(new ResponseCache(store, clock, atOnce)));
    }
    return last;
  });
  check(fetches === 1, `${fetches} of the responses came from the network`);
  const size = `${Math.round(page.text.length / 1000)} kB`;
  const floor = {
    what: `JSON.parse of the same page of 15 (${size})`,
    cost: perPart(parse, times),
    floor: null,
  };
  return [
    floor,
    { what: 'the page from memory, a whole call', cost: perPart(again, times), floor },
    { what: 'the page from the storage, first call after a reload', cost: perPart(reloaded, reloads), floor },
  ];
};

/** Writes one more response when 500 of 10 kB fill the storage. The one that expires first has to be removed. */
const evictions = (): readonly Figure[] => {
  const times = 200;
  // The rest of an entry: key, expiry and separators.
  const response = sizedResponse(CAPACITY / RESPONSES - 60);
  const clock = new MemoryClock();
  const store = new CountingStore(CAPACITY);
  let written = 0;
  const write = (cache: ResponseCache): void => {
    clock.advance(1);
    written += 1;
    cache.write(cache.ticket(), `["GET","/content/${String(written).padStart(8, '0')}",[]]`, response);
  };
  const cache = new ResponseCache(store, clock, atOnce);
  while (written <= RESPONSES) write(cache);
  const isFull = (): boolean => store.keys().length === RESPONSES;
  check(isFull(), `the storage has ${store.keys().length} responses`);

  const parse = measure(ROUNDS, () => {
    let last: unknown;
    for (let time = 0; time < times; time += 1) last = JSON.parse(response.text);
    return last;
  });
  const sameCache = measure(ROUNDS, () => {
    for (let time = 0; time < times; time += 1) write(cache);
    return cache;
  });
  const reloads = 20;
  const newCache = measure(ROUNDS, () => {
    for (let time = 0; time < reloads; time += 1) write(new ResponseCache(store, clock, atOnce));
    return store;
  });
  check(isFull(), `the storage has ${store.keys().length} responses after the writes`);
  const newest = String(written).padStart(8, '0');
  check(
    store.keys().some((key) => key.includes(newest)),
    'the last response was not written',
  );
  const floor = { what: 'JSON.parse of a response of 10 kB', cost: perPart(parse, times), floor: null };
  return [
    floor,
    { what: `a write that evicts one of ${RESPONSES} responses`, cost: perPart(sameCache, times), floor },
    { what: 'the same, first write after a reload', cost: perPart(newCache, reloads), floor },
  ];
};

/** Decodes a page of 1,000 collection tracks, the longest page that the app requests. */
const decoding = (): readonly Figure[] => {
  const { text } = responseOf({ results: wireItems(1_000), next_page_key: null });
  const log = new MemoryLog();
  const floor: Figure = {
    what: `JSON.parse of 1,000 items (${Math.round(text.length / 1000)} kB)`,
    cost: measure(ROUNDS, () => JSON.parse(text) as unknown),
    floor: null,
  };
  const decoded = measure(ROUNDS, () => {
    const response = decodeCatalogue.items(JSON.parse(text), log);
    check(response.ok && response.value.items.length === 1_000, 'the items cannot be read');
    return response;
  });
  check(log.entries.length === 0, 'some of the items were logged');
  return [floor, { what: 'parsed and decoded', cost: decoded, floor }];
};

for (const figure of [...(await hits()), ...evictions(), ...decoding()]) show(figure);
