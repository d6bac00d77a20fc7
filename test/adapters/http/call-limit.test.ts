import { describe, expect, test } from 'vitest';

import { CallLimit } from '../../../src/adapters/http/call-limit.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { milliseconds } from '../../../src/domain/time.ts';

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
