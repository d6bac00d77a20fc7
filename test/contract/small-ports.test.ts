import { vi } from 'vitest';

import { ResponseCache } from '../../src/adapters/http/response-cache.ts';
import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { SilentAnalytics, SilentMessaging } from '../../src/adapters/silent/silent-services.ts';
import { ConsoleLog } from '../../src/adapters/browser/console-log.ts';
import { CACHE_LIFETIME, cacheKey } from '../../src/domain/catalogue/cache-policy.ts';
import { describeQuietAnalytics } from './services/analytics.ts';
import { describeQuietMessaging } from './services/messaging.ts';
import { describeContentCache } from './content-api/content-cache.ts';
import { describeLog } from './platform/log.ts';

describeQuietAnalytics('SilentAnalytics', () => new SilentAnalytics());
describeQuietMessaging('SilentMessaging', () => new SilentMessaging());

describeLog('ConsoleLog', () => {
  const lines: { level: 'warn' | 'error'; message: string }[] = [];
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((message: string) => void lines.push({ level, message }));
  }
  return { log: new ConsoleLog(), lines: () => lines };
});

describeContentCache('ResponseCache', () => {
  const clock = new MemoryClock();
  const store = new MemoryKeyValueStore();
  const cache = new ResponseCache(store, clock, (work) => work());
  return {
    cache,
    store: (name) => cache.write(cache.ticket(), name, { text: '1', body: 1 }),
    nameOf: (id) => cacheKey('GET', `/content/${encodeURIComponent(id)}`, {}),
    names: () => store.keys().map((key) => key.replace('response:', '')),
    expireAll: () => clock.advance(CACHE_LIFETIME),
  };
});
