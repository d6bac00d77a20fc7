import { describe, expect, test } from 'vitest';
import { SystemClock } from '../../../src/adapters/browser/browser-platform.ts';
import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { StoreBesideCache } from '../../../src/adapters/http/response-store.ts';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { describeContentApi } from '../../contract/content-api/content-api.ts';
import { KNOWN_CONTENT, MEMORY_CATALOGUE } from '../../contract/content-api/memory-catalogue.ts';
import { describeKeyValueStore } from '../../contract/platform/key-value-store.ts';
import { WireProvider } from './wire-provider.ts';

// The same suite runs against the embedded provider. This one is fast enough to run after every change.
describeContentApi('HttpContentApi in process', async () => {
  const clock = new SystemClock();
  const wire = new WireProvider(new MemoryContentApi(MEMORY_CATALOGUE, clock));
  const session = async () =>
    Promise.resolve(ok({ accessToken: 'bearer', expiresAt: instant(Date.now() + 60_000) }));
  const cache = new ResponseCache(new MemoryKeyValueStore(), clock, (work) => work());
  const api = new HttpContentApi(
    {
      apiUrl: 'https://provider.invalid',
      auth: { session, renew: session },
      clock,
      random: () => 0,
      fetch: wire.fetch,
    },
    cache,
    new MemoryLog(),
  );
  return Promise.resolve({
    api,
    setReachable: (isReachable: boolean) => {
      wire.isReachable = isReachable;
    },
    ...KNOWN_CONTENT,
  });
});

describeKeyValueStore('StoreBesideCache', () => {
  const store = new MemoryKeyValueStore({ capacity: 1000 });
  return {
    store: new StoreBesideCache(store),
    elsewhere: new StoreBesideCache(store.inAnotherTab()),
    capacity: 1000,
    block: () => {
      store.isBlocked = true;
    },
  };
});

describe('StoreBesideCache', () => {
  test('deletes cached responses if the storage is full (APP-45)', () => {
    const store = new MemoryKeyValueStore({ capacity: 2_000 });
    store.set('settings.player', 'kept');
    store.set('response:one', 'x'.repeat(900));
    store.set('response:two', 'x'.repeat(900));
    expect(new StoreBesideCache(store).set('privacy.opted-out', 'y'.repeat(200))).toEqual({
      ok: true,
      value: undefined,
    });
    expect(store.keys()).toEqual(['settings.player', 'privacy.opted-out']);
  });

  test('keeps cached responses if there is space', () => {
    const store = new MemoryKeyValueStore({ capacity: 2_000 });
    store.set('response:one', 'x'.repeat(900));
    new StoreBesideCache(store).set('store.player', 'y');
    expect(store.keys()).toEqual(['response:one', 'store.player']);
  });
});
