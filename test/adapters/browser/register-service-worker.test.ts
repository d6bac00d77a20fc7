import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerServiceWorker } from '../../../src/adapters/browser/register-service-worker.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';

let log: MemoryLog;
/** End the registration that runs. */
let succeed: () => void;
let reject: (reason: Error) => void;
const register = vi.fn<(address: string, options: object) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  log = new MemoryLog();
  const registration = new Promise<void>((resolve, onReject) => {
    succeed = resolve;
    reject = onReject;
  });
  register.mockReset().mockReturnValue(registration);
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Registers the service worker, and waits until the registration has begun. */
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

  test('is not registered in a browser without service workers', async () => {
    vi.stubGlobal('navigator', {});
    await registerNow();
    expect(log.entries).toEqual([]);
  });
});

describe('APP-66: a registration that fails', () => {
  test('writes a warning with the reason after ten seconds', async () => {
    await registerNow();
    await fail();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log.entries).toEqual([
      {
        level: 'warn',
        message: 'The service worker could not be registered',
        details: { reason: 'TypeError: load failed' },
      },
    ]);
  });

  test('writes no warning in the first ten seconds, because the listener may be leaving the page', async () => {
    await registerNow();
    await fail();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(log.entries).toEqual([]);
  });
});
