import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenQuiet } from '../../../src/adapters/browser/scheduling.ts';

/** Reports that a response has arrived. */
let respond: () => void = () => undefined;
const disconnect = vi.fn<() => void>();

class Responses {
  readonly disconnect = disconnect;

  constructor(report: () => void) {
    respond = report;
  }

  observe(): void {}
}

/** How much time an idle callback has, in milliseconds. */
let idleTime = 50;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  idleTime = 50;
  disconnect.mockClear();
  vi.stubGlobal('PerformanceObserver', Responses);
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('requestIdleCallback', (work: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void) =>
    setTimeout(() => work({ timeRemaining: () => idleTime }), 1),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

/** Waits for a quiet page, and returns what has run. */
function waits() {
  const work = vi.fn<() => void>();
  whenQuiet(work);
  return work;
}

test('runs work once the page has been idle for a second', () => {
  const work = waits();
  vi.advanceTimersByTime(900);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  expect(work).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(20_000);
  expect(work).toHaveBeenCalledOnce();
});

test('waits again for a second after the page was busy', () => {
  const work = waits();
  vi.advanceTimersByTime(700);
  idleTime = 10;
  vi.advanceTimersByTime(1000);
  idleTime = 50;
  vi.advanceTimersByTime(500);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledOnce();
});

test('waits again for a second after a response', () => {
  const work = waits();
  vi.advanceTimersByTime(700);
  respond();
  vi.advanceTimersByTime(900);
  expect(work).not.toHaveBeenCalled();
  expect(disconnect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  expect(work).toHaveBeenCalledOnce();
  expect(disconnect).toHaveBeenCalledOnce();
});

test('runs work after five seconds on a page that is never idle', () => {
  idleTime = 5;
  const work = waits();
  vi.advanceTimersByTime(4_900);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  expect(work).toHaveBeenCalledOnce();
});

test('runs work after a second in a browser without idle callbacks', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const work = waits();
  vi.advanceTimersByTime(900);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(work).toHaveBeenCalledOnce();
});
