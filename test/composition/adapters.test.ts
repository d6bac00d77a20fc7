// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { CookieStore } from '../../src/adapters/browser/cookie-store.ts';
import { SystemClock } from '../../src/adapters/browser/browser-platform.ts';
import { HttpContentApi } from '../../src/adapters/http/http-content-api.ts';
import { chooseStores } from '../../src/composition/chosen-stores.ts';
import { decodeConfiguration } from '../../src/composition/configuration/configuration.ts';
import { createContainer } from '../../src/composition/adapters.ts';
import type { Container } from '../../src/composition/container.ts';
import { openAccount } from '../../src/composition/open-account.ts';
import { lazyAdapters } from '../../src/composition/lazy-adapters.ts';
import { TOKENS } from '../../src/composition/tokens.ts';
import { instant } from '../../src/domain/time.ts';
import { expectConsole } from '../setup/expect-console.ts';

const containerFor = async (options: object): Promise<Container> => {
  const document = { cognito: { userPoolId: 'us-west-2_Embedded01', clientId: 'client' }, ...options };
  const configuration = decodeConfiguration(JSON.stringify(document), 'https://hark.invalid');
  if (!configuration.ok) throw new Error(configuration.error.message);
  const container = createContainer(configuration.value);
  await chooseStores(container);
  return container;
};

describe('the adapters', () => {
  test('can all be built in a browser', async () => {
    const container = await containerFor({});
    container.load(lazyAdapters);
    openAccount(container);
    const built = Object.values(TOKENS).map((token) => container.get<unknown>(token));
    expect(built).not.toContain(undefined);
    expect(container.get(TOKENS.contentApi)).toBeInstanceOf(HttpContentApi);
  });

  test('are replaced as the configuration says', async () => {
    const container = await containerFor({ sessionStore: 'cookie' });
    container.load(lazyAdapters);
    expect(container.get(TOKENS.sessionStore)).toBeInstanceOf(CookieStore);
  });

  test('a later page starts with the corrected clock', async () => {
    const hour = 3_600_000;
    const page = await containerFor({});
    page.get(SystemClock).serverTimeSeen(instant(Date.now() + hour));
    const later = await containerFor({});
    expect(later.get(TOKENS.clock).now() - Date.now()).toBeGreaterThan(hour / 2);
    localStorage.clear();
  });

  test('store nothing in local storage if the configuration names IndexedDB (APP-46)', async () => {
    // The browser of this test has no IndexedDB, so its store is in memory.
    expectConsole(/The database of this browser cannot be used/u);
    const page = await containerFor({ storage: 'indexeddb' });
    page.get(SystemClock).serverTimeSeen(instant(Date.now() + 3_600_000));
    expect(localStorage).toHaveLength(0);
  });
});
