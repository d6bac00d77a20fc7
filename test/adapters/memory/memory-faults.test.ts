import { describe, expect, test } from 'vitest';

import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryContentApi } from '../../../src/adapters/memory/memory-content-api.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import { CONTENT_CALLS } from '../../contract/content-api/content-api.ts';
import { MEMORY_CATALOGUE } from '../../contract/content-api/memory-catalogue.ts';

const make = () => {
  const clock = new MemoryClock();
  return { clock, api: new MemoryContentApi(MEMORY_CATALOGUE, clock) };
};

const failure = (kind: string) => ({ ok: false, error: { kind } });

describe('every call of the content API in memory', () => {
  test.each(CONTENT_CALLS)(
    '$name is recorded by its name, and fails on demand',
    async ({ name, examples }) => {
      const { api } = make();
      const call = async () => examples[0]?.call(api);
      expect(api.faults.calls, 'before the first call').toEqual([]);
      expect(await call()).toMatchObject({ ok: true });
      expect(api.faults.calls).toEqual([name]);
      api.faults.failNext(name, 'rate-limited');
      expect(await call()).toEqual(failure('rate-limited'));
      expect(await call(), 'the next call').toMatchObject({ ok: true });
      expect(api.faults.calls).toEqual([name, name, name]);
    },
  );
});

describe('MemoryFaults', () => {
  test('fails a call as often as requested, in the requested order, and no other call', async () => {
    const { api } = make();
    api.faults.failNext('users.me', 'server', 2);
    api.faults.failNext('users.me', 'timeout');
    expect((await api.catalogue.browse()).ok, 'another call').toBe(true);
    for (const kind of ['server', 'server', 'timeout']) expect(await api.users.me()).toEqual(failure(kind));
    expect((await api.users.me()).ok).toBe(true);
  });

  test('responds after its delay, and not before', async () => {
    const { api, clock } = make();
    api.faults.delay = milliseconds(500);
    const results: boolean[] = [];
    void api.users.me().then(({ ok }) => results.push(ok));
    await clock.advanceAsync(499);
    expect(results).toEqual([]);
    await clock.advanceAsync(1);
    expect(results).toEqual([true]);
  });

  test('responds at once by default, even if the clock stands still', async () => {
    const { api } = make();
    expect((await api.users.me()).ok).toBe(true);
  });

  test('fails as cancelled if the caller cancels during the delay', async () => {
    const { api, clock } = make();
    api.faults.delay = milliseconds(500);
    const controller = new AbortController();
    const result = api.users.me(controller.signal);
    await clock.advanceAsync(100);
    controller.abort();
    await clock.advanceAsync(400);
    expect(await result).toEqual(failure('cancelled'));
  });
});
