import { afterEach, expect, test, vi } from 'vitest';
import { earlyFetch } from '../../../src/adapters/http/early-fetch.ts';

const URL_OF_CALL = 'https://api.test/api/v2/browse';
const CALL = { headers: { Authorization: 'Bearer a' } };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An early response of the start script that arrived `waited` milliseconds ago. */
const early = (headers: Record<string, string>, waited: number) => {
  const response = Response.json({ new_releases: [] }, { status: 203, headers });
  const takeEarlyCall = async () => Promise.resolve({ response, arrivedAt: performance.now() - waited });
  vi.stubGlobal('window', { takeEarlyCall });
};

test('adds the waiting time to the date of an early response', async () => {
  early({ Date: 'Thu, 01 Jan 2026 12:00:00 GMT', Age: '0' }, 12_500);
  const response = await earlyFetch(URL_OF_CALL, CALL);
  expect(response.headers.get('Date')).toBe('Thu, 01 Jan 2026 12:00:12 GMT');
  expect([response.status, response.headers.get('Age')]).toEqual([203, '0']);
  expect(await response.json()).toEqual({ new_releases: [] });
});

test('leaves an unreadable date of an early response unreadable', async () => {
  for (const headers of [{}, { Date: 'yesterday' }]) {
    early(headers, 12_500);
    const { headers: taken } = await earlyFetch(URL_OF_CALL, CALL);
    expect(Date.parse(taken.get('Date') ?? '')).toBeNaN();
  }
});
