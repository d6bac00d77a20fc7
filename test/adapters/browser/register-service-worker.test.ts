import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerServiceWorker } from '../../../src/adapters/browser/register-service-worker.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';

let window: EventTarget;
let log: MemoryLog;
/** End the registration that runs. */
let succeed: () => void;
let reject: (reason: Error) => void;
const register = vi.fn<(address: string, options: object) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  window = new EventTarget();
  log = new MemoryLog();
  const registration = new Promise<void>((resolve, onReject) => {
    succeed = resolve;
    reject = onReject;
  });
  register.mockReset().mockReturnValue(registration);
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Registers, and waits until the registration runs. */
async function registerNow(): Promise<void> {
  registerServiceWorker(log);
  await vi.advanceTimersByTimeAsync(2000);
}

/** Fails the registration that runs, and waits until the failure was handled. */
async function fail(): Promise<void> {
  reject(new TypeError('load failed'));
  await vi.advanceTimersByTimeAsync(0);
}

describe('APP-47: the service worker', () => {
  test('is registered once the page is quiet', async () => {
    registerServiceWorker(log);
    await vi.advanceTimersByTimeAsync(100);
    expect(register).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { updateViaCache: 'none' });
    succeed();
    await vi.advanceTimersByTimeAsync(0);
    expect(log.entries).toEqual([]);
  });

  test('is not registered where the browser has none', async () => {
    vi.stubGlobal('navigator', {});
    await registerNow();
    expect(log.entries).toEqual([]);
  });
});

describe('APP-66: a registration that fails', () => {
  test('is a warning with the reason', async () => {
    await registerNow();
    await fail();
    expect(log.entries).toEqual([
      {
        level: 'warn',
        message: 'The service worker could not be registered',
        details: { reason: 'TypeError: load failed' },
      },
    ]);
  });

  test('is no warning while the listener leaves the page', async () => {
    await registerNow();
    window.dispatchEvent(new Event('beforeunload'));
    await fail();
    expect(log.entries).toEqual([]);
  });

  test('leaves no event handler, because some browsers then do not keep the page for the way back', async () => {
    const added = vi.spyOn(window, 'addEventListener');
    const removed = vi.spyOn(window, 'removeEventListener');
    await registerNow();
    await fail();
    expect(added).toHaveBeenCalledOnce();
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });
});
