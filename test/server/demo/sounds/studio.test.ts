import { beforeEach, expect, test, vi } from 'vitest';
import type { Phrase } from '../../../../server/demo/sounds/layout.ts';
import { Recording } from '../../../../server/demo/sounds/recording.ts';
import { Studio, type StudioOrder } from '../../../../server/demo/sounds/studio.ts';

const { FakeWorker } = vi.hoisted(() => {
  /** A worker that receives jobs and makes nothing by itself. */
  class FakeWorker {
    static last: FakeWorker | null = null;
    readonly orders: StudioOrder[] = [];
    private readonly listeners = new Map<string, (value: unknown) => void>();

    constructor() {
      FakeWorker.last = this;
    }

    on(event: string, listener: (value: unknown) => void): void {
      this.listeners.set(event, listener);
    }

    postMessage(order: StudioOrder): void {
      this.orders.push(order);
    }

    /** Reports a job as done, without its bytes. */
    ends(order: StudioOrder | undefined): void {
      this.listeners.get('message')?.({ kind: 'done', job: order?.job });
    }

    ref(): void {}

    unref(): void {}

    async terminate(): Promise<void> {}
  }
  return { FakeWorker };
});

vi.mock('node:worker_threads', () => ({ Worker: FakeWorker }));

const AT_ONCE = 12;

beforeEach(() => {
  FakeWorker.last = null;
});

function studioOf() {
  const studio = new Studio();
  const order = (listener: string, name: string): Recording => {
    const phrase: Phrase = { id: name, chapter: null, verse: 0, frames: 1 };
    const recording = new Recording(144, () => undefined);
    studio.make(phrase, recording, listener);
    return recording;
  };
  const worker = () => FakeWorker.last ?? expect.fail('No worker was started.');
  const taken = (): readonly string[] => worker().orders.flatMap(({ phrase }) => phrase?.id ?? []);
  return { studio, order, worker, taken };
}

test('a studio makes twelve phrases at once, and the others wait', () => {
  const { studio, order, taken } = studioOf();
  const recordings = Array.from({ length: AT_ONCE + 2 }, (_, at) => order('a', `a${at}`));
  expect(taken()).toHaveLength(AT_ONCE);
  expect([studio.waiting(), studio.waiting('a'), studio.waiting('b')]).toEqual([2, 2, 0]);
  expect(recordings.map((each) => studio.isWaiting(each)).filter(Boolean)).toHaveLength(2);
});

test('the listener with the fewest phrases in work is next, in any order of requests', () => {
  const { order, worker, taken } = studioOf();
  for (let at = 0; at < AT_ONCE + 3; at += 1) order('a', `a${at}`);
  order('b', 'b0');
  order('b', 'b1');
  for (const made of worker().orders.slice(0, 3)) worker().ends(made);
  // Both listeners now have phrases in work, and "b" has far fewer.
  expect(taken().slice(AT_ONCE)).toEqual(['b0', 'b1', 'a12']);
});

test('a phrase that is dropped while it waits is never made', () => {
  const { studio, order, worker, taken } = studioOf();
  for (let at = 0; at < AT_ONCE; at += 1) order('a', `a${at}`);
  const given = order('a', 'given-up');
  order('a', 'wanted');
  studio.cancel(given);
  expect(studio.waiting()).toBe(1);
  worker().ends(worker().orders[0]);
  expect(taken().slice(AT_ONCE)).toEqual(['wanted']);
});
