import { expect, it, afterEach, beforeEach, describe, test, vi } from 'vitest';
import { Resource, betterOf } from '../../../src/ui/components/resource/resource.ts';
import { RetrySchedule } from '../../../src/ui/components/resource/page-retries.ts';

it('has no value until it has loaded, and has it at once afterwards', async () => {
  let come: (title: string) => void = () => {};
  const resource = new Resource(
    new Promise<string>((resolve) => {
      come = resolve;
    }),
  );
  const told: (string | undefined)[] = [];
  const early = resource.whenLoaded(() => told.push(resource.value));
  expect(resource.value).toBeUndefined();

  come('a title');
  await early;
  expect(resource.value).toBe('a title');
  await resource.whenLoaded(() => told.push(resource.value));
  expect(told).toEqual(['a title', 'a title']);
});

it('keeps the old value until a better one has loaded', () => {
  const [old, fresh, failure, other] = [
    { ok: true, value: 1 },
    { ok: true, value: 2 },
    { ok: false },
    { ok: false },
  ];
  expect(betterOf(undefined, undefined)).toBeUndefined();
  expect(betterOf(undefined, failure)).toBe(failure);
  expect(betterOf(old, undefined)).toBe(old);
  expect(betterOf(old, failure)).toBe(old);
  expect(betterOf(old, fresh)).toBe(fresh);
  expect(betterOf(failure, undefined), 'a failure makes room for what is on its way').toBeUndefined();
  expect(betterOf(failure, other)).toBe(other);
  expect(betterOf(true, undefined)).toBe(true);
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

function begin({ random = () => 1 }: { readonly random?: () => number } = {}) {
  const page = { isPaused: false, recoveries: 0, askedAt: [] as number[] };
  const from = Date.now();
  const schedule = new RetrySchedule({
    isPaused: () => page.isPaused,
    random,
    recovered: () => {
      page.recoveries += 1;
    },
  });
  const part = (owner: object = {}) => ({
    owner,
    retry: async () => {
      page.askedAt.push(Date.now() - from);
    },
  });
  return { page, schedule, part };
}

describe('a failed part of a page', () => {
  test('is retried after twice as long each time, up to a minute (CAT-13)', async () => {
    const { page, schedule, part } = begin();
    schedule.add('home', part());
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(page.askedAt.map((at, index) => at - (page.askedAt[index - 1] ?? 0))).toEqual([
      8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000,
    ]);
  });

  test('is retried after waits that are half random (CAT-13)', async () => {
    const { page, schedule, part } = begin({ random: () => 0 });
    schedule.add('home', part());
    await vi.advanceTimersByTimeAsync(28_000);
    expect(page.askedAt).toEqual([4_000, 12_000, 28_000]);
  });

  test('is retried once if several parts have the same owner', async () => {
    const { page, schedule, part } = begin();
    const route = {};
    schedule.add('home', part(route));
    schedule.add('home', part(route));
    schedule.add('home', part());
    await vi.advanceTimersByTimeAsync(8_000);
    expect(page.askedAt).toHaveLength(2);
  });

  test('is not retried after the listener has left; the next page starts with the first wait (CAT-14)', async () => {
    const { page, schedule, part } = begin();
    const leave = schedule.add('home', part());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.askedAt).toHaveLength(3);
    leave();
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(page.askedAt).toHaveLength(3);
    schedule.add('trending', part());
    await vi.advanceTimersByTimeAsync(8_000);
    expect(page.askedAt).toHaveLength(4);
    expect(page.recoveries, 'leaving is no recovery').toBe(0);
  });

  test('waits while the tab is hidden, and is retried soon after it is shown (CAT-14)', async () => {
    const { page, schedule, part } = begin();
    schedule.add('home', part());
    page.isPaused = true;
    schedule.pauseChanged();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(page.askedAt).toEqual([]);
    page.isPaused = false;
    schedule.pauseChanged();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.askedAt).toHaveLength(1);
  });

  test('is not retried earlier because the tab was hidden and shown', async () => {
    const { page, schedule, part } = begin();
    schedule.add('home', part());
    await vi.advanceTimersByTimeAsync(9_000);
    expect(page.askedAt).toEqual([8_000]);
    for (let look = 0; look < 10; look += 1) schedule.pauseChanged();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(page.askedAt).toEqual([8_000]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.askedAt).toEqual([8_000, 24_000]);
  });

  test('keeps its longer wait if the part disappears during a retry and fails again', async () => {
    const { page, schedule, part } = begin();
    const failing = part();
    let end = () => {};
    const retry = async () => {
      await failing.retry();
      end();
      setTimeout(() => {
        end = schedule.add('home', { owner: failing.owner, retry });
      });
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    };
    end = schedule.add('home', { owner: failing.owner, retry });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.askedAt).toHaveLength(3);
    expect(page.recoveries).toBe(0);
  });

  test('reports once when all parts have recovered', async () => {
    const { page, schedule, part } = begin();
    const failing = part();
    const end = schedule.add('home', {
      ...failing,
      retry: async () => {
        await failing.retry();
        end();
      },
    });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(page.askedAt).toEqual([8_000]);
    expect(page.recoveries).toBe(1);
  });

  test('continues after a retry that throws', async () => {
    const { page, schedule, part } = begin();
    const failing = part();
    schedule.add('home', {
      ...failing,
      retry: async () => {
        await failing.retry();
        throw new Error('broken');
      },
    });
    await vi.advanceTimersByTimeAsync(24_000);
    expect(page.askedAt).toHaveLength(2);
  });
});
