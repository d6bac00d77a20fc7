import { describe, expect, test } from 'vitest';
import { rateLimiter } from '../../../server/http/rate-limit.ts';

/** A limiter for two requests in a second and ten at once, and its clock. */
function limiter() {
  const clock = { time: 1_000_000 };
  const allow = rateLimiter({ now: () => clock.time }, 2);
  const allowed = (address: string, times: number) =>
    Array.from({ length: times }, () => allow(address)).filter(Boolean).length;
  const crowd = (name: string, size: number) =>
    Array.from({ length: size }, (_, at) => allow(`${name}-${at}`)).filter(Boolean).length;
  return { clock, allowed, crowd };
}

describe('the limit of an address', () => {
  test('is a burst, and then a number per second', () => {
    const { clock, allowed } = limiter();
    expect(allowed('a', 20)).toBe(10);
    expect(allowed('b', 20)).toBe(10);
    clock.time += 1500;
    expect(allowed('a', 20)).toBe(3);
    clock.time += 3_600_000;
    expect(allowed('a', 20)).toBe(10);
  });

  test('stays with any number of other addresses', () => {
    const { clock, allowed, crowd } = limiter();
    expect(allowed('a', 20)).toBe(10);
    crowd('one', 30_000);
    expect(allowed('a', 1)).toBe(0);
    clock.time += 1000;
    crowd('two', 30_000);
    expect(allowed('a', 20)).toBe(2);
  });
});

test('an infinite limit refuses nothing', () => {
  const clock = { time: 1_000_000 };
  const allow = rateLimiter({ now: () => clock.time }, Infinity);
  const allowed = (): number => Array.from({ length: 1_000 }, () => allow('a')).filter(Boolean).length;
  expect(allowed()).toBe(1_000);
  clock.time += 1;
  expect(allowed()).toBe(1_000);
});

describe('of more addresses than buckets', () => {
  test('those without a bucket share one, so that they do not fill the memory', () => {
    const { allowed, crowd } = limiter();
    expect(crowd('kept', 10_000)).toBe(10_000);
    expect(crowd('more', 10_000)).toBe(10);
    expect(allowed('kept-0', 20)).toBe(9);
    expect(allowed('more-0', 20)).toBe(0);
  });

  test('each gets its own bucket when one is free', () => {
    const { clock, crowd } = limiter();
    crowd('kept', 10_000);
    crowd('more', 10_000);
    clock.time += 5000;
    expect(crowd('more', 10_000)).toBe(10_000);
  });

  test('after the clock was set back, nobody waits', () => {
    const { clock, crowd } = limiter();
    crowd('kept', 10_000);
    clock.time -= 86_400_000;
    expect(crowd('more', 10_000)).toBe(10_000);
  });
});
