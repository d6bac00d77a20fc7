import { describe, expect, test } from 'vitest';
import { CallLimit, pauseBeforeRetry } from '../../../src/adapters/http/limits-and-retries.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { milliseconds, instant } from '../../../src/domain/time.ts';
import type { ApiFailure } from '../../../src/ports/content-api.ts';

const forever = new Promise<string>(() => undefined);

/** A cancellation that counts its listeners. */
class Watched {
  aborted = false;
  readonly listeners = new Set<() => void>();
  addEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }
  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }
  abort(): void {
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }
}

const make = (cancellation?: Watched) => {
  const clock = new MemoryClock();
  return { clock, limit: new CallLimit(clock, cancellation) };
};

describe('CallLimit', () => {
  test('returns the result of work before the deadline', async () => {
    const { clock, limit } = make();
    limit.within(milliseconds(100));
    clock.advance(99);
    expect(await limit.race(Promise.resolve('done'))).toBe('done');
    expect([limit.givenUp, limit.signal.aborted]).toEqual([null, false]);
  });

  test('gives up at the newest deadline', async () => {
    const { clock, limit } = make();
    limit.within(milliseconds(100));
    limit.within(milliseconds(300));
    const raced = limit.race(forever);
    clock.advance(299);
    expect(limit.givenUp).toBeNull();
    clock.advance(1);
    expect(await raced).toBeNull();
    expect([limit.givenUp, limit.signal.aborted]).toEqual(['timeout', true]);
  });

  test('gives up when its caller cancels, and keeps the first reason', async () => {
    const caller = new Watched();
    const { clock, limit } = make(caller);
    limit.within(milliseconds(100));
    const raced = limit.race(forever);
    caller.abort();
    expect(await raced).toBeNull();
    clock.advance(1000);
    expect(limit.givenUp).toBe('cancelled');
  });

  test('gives up at once if its caller has already cancelled', async () => {
    const caller = new Watched();
    caller.abort();
    const { limit } = make(caller);
    expect([limit.givenUp, limit.signal.aborted]).toEqual(['cancelled', true]);
    expect(await limit.race(Promise.resolve('late'))).toBeNull();
    // A later failure must not reach the console.
    expect(await limit.race(Promise.reject(new Error('late')))).toBeNull();
  });

  test('passes on a failure of work', async () => {
    const { limit } = make();
    await expect(limit.race(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  test('removes its listeners when it is closed', () => {
    const caller = new Watched();
    const { clock, limit } = make(caller);
    limit.within(milliseconds(100));
    expect(caller.listeners.size).toBe(1);
    limit.close();
    expect(caller.listeners.size).toBe(0);
    clock.advance(1000);
    expect([limit.givenUp, limit.signal.aborted]).toEqual([null, false]);
  });
});

const NOW = instant(Date.UTC(2026, 0, 1, 12));

const pause = (
  kind: ApiFailure['kind'],
  { method = 'GET', retries = 0, random = 0, retryAfter = null as string | null } = {},
) => pauseBeforeRetry({ method, retries, failed: { failure: { kind }, retryAfter } }, NOW, () => random);

const afterHeader = (retryAfter: string | null) => pause('rate-limited', { retryAfter });

describe('the pause before another attempt', () => {
  test.each(['unreachable', 'server'] as const)(
    'grows, with a random part of up to a third: %s (SES-75)',
    (kind) => {
      expect([pause(kind), pause(kind, { retries: 1 })]).toEqual([300, 900]);
      expect([pause(kind, { random: 0.5 }), pause(kind, { retries: 1, random: 0.5 })]).toEqual([350, 1050]);
    },
  );

  test('is none after the second retry (SES-75)', () => {
    expect(pause('server', { retries: 2 })).toBeNull();
    expect(pause('rate-limited', { retries: 2, retryAfter: '1' })).toBeNull();
  });

  test.each(['POST', 'PUT'])('is none for a %s, which may have been carried out (SES-76)', (method) => {
    expect(pause('server', { method })).toBeNull();
    expect(pause('unreachable', { method })).toBeNull();
    expect(pause('rate-limited', { method, retryAfter: '1' })).toBe(1000);
  });

  test.each(['timeout', 'rejected', 'not-found', 'forbidden', 'malformed'] as const)(
    'is none if another attempt would change nothing: %s (SES-77)',
    (kind) => {
      expect(pause(kind)).toBeNull();
    },
  );

  test.each([
    ['0', 0],
    ['2', 2000],
    [' 1 ', 1000],
    ['3', null],
    ['10', null],
    ['Thu, 01 Jan 2026 12:00:01 GMT', 1000],
    ['Thu, 01 Jan 2026 12:00:02 GMT', 2000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['Thu, 01 Jan 2026 12:00:03 GMT', null],
    [null, null],
    ['', null],
    ['1.5', null],
    ['1 second', null],
    ['in 1', null],
    ['2026-01-01T12:00:01Z', null],
    ['on Thu, 01 Jan 2026 12:00:01 GMT', null],
    ['Thu', null],
  ])('for a Retry-After of %j is %j (SES-77)', (header, span) => {
    expect(afterHeader(header)).toBe(span);
  });
});
