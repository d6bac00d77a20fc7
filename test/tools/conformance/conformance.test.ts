import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/demo/accounts.ts';
import { EMBEDDED_POOL } from '../../../server/provider.ts';
import { runChecks } from '../../../tools/conformance/run.ts';
import type { Settings } from '../../../tools/conformance/target.ts';
import { TestProvider } from '../../contract/provider.ts';
import { DefectiveProxy } from './proxy.ts';

const PAGES = 'http://localhost:4999';

let provider: TestProvider;
let proxy: DefectiveProxy;
beforeAll(async () => {
  provider = await TestProvider.start();
  proxy = await DefectiveProxy.before(provider.origin);
}, 180_000);
afterAll(async () => {
  await proxy.close();
  await provider.close();
});

const settingsFor = (origin: string, more: Partial<Settings> = {}): Settings => ({
  apiUrl: origin,
  pool: { ...EMBEDDED_POOL, endpoint: `${origin}/pool`, authFlow: 'srp' },
  account: { email: 'annual@listener.test', password: DEMO_PASSWORD },
  origin: PAGES,
  hostedLogin: null,
  site: null,
  mediaOrigins: [],
  writes: true,
  pages: 400,
  wait: null,
  limits: { responseTime: 10_000, bodyBytes: 20_000_000 },
  ...more,
});

describe('npm run conformance', () => {
  test('finds nothing wrong with the embedded provider', async () => {
    const results = await runChecks(settingsFor(provider.origin), ({ check, outcome, milliseconds }) =>
      console.log(check.id, JSON.stringify(outcome), Math.round(milliseconds)),
    );
    expect(results.filter(({ outcome }) => outcome.kind === 'differs')).toEqual([]);
  });
});
