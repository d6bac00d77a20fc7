import { HttpContentApi } from '../../../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../../../src/adapters/http/response-cache.ts';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';
import { SystemClock } from '../../../src/adapters/browser/system-clock.ts';
import { ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import { describeContentApi } from '../../contract/content-api/content-api.ts';
import { KNOWN_CONTENT, MEMORY_CATALOGUE } from '../../contract/content-api/memory-catalogue.ts';
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
