import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceWorkerApp } from '../../../src/adapters/browser/service-worker-app.ts';
import { describeOfflineApp } from '../../contract/platform/platform.ts';
import { registerServiceWorker } from '../../../src/adapters/browser/register-service-worker.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';

const UNREACHABLE = { ok: false, error: { kind: 'unreachable' } };
const BLOCKED = { ok: false, error: { kind: 'app-blocked' } };
const STORED = { ok: true, value: undefined };

/** A worker whose state and response the test decides. */
class Worker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  /** @param response sent at once; null if the worker is silent */
  constructor(private readonly response: string | null = null) {
    super();
  }

  postMessage(_message: string, [port]: readonly [MessagePort]): void {
    if (this.response !== null) port.postMessage(this.response);
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

type Registration = Partial<Record<'active' | 'waiting' | 'installing', Worker>>;

const appOf = (register: () => Promise<Registration | undefined>, controller: Worker | null = null) =>
  new ServiceWorkerApp({ register, controller } as unknown as ServiceWorkerContainer);

const activeWorker = (response: string | null): Worker => {
  const worker = new Worker(response);
  worker.state = 'activated';
  return worker;
};

beforeEach(() => vi.stubGlobal('window', {}));
afterEach(() => vi.useRealTimers());

describeOfflineApp('ServiceWorkerApp', () => {
  let response = 'stored';
  let controller: Worker | null = null;
  const register = async (): Promise<Registration> => {
    const active = activeWorker(response);
    if (response === 'stored') controller = active;
    return { active };
  };
  const responses = { unreachable: 'unreachable', 'app-full': 'full', 'app-blocked': 'blocked' } as const;
  return {
    app: appOf(register),
    reloaded: () => appOf(register, controller),
    refuse: (failure) => {
      response = failure === null ? 'stored' : responses[failure];
    },
  };
});

describe('the app is stored (DOWN-90)', () => {
  test('only when a worker that is being installed has stored its files and is active', async () => {
    const worker = new Worker('stored');
    const stored = vi.fn<(result: unknown) => void>();
    const storing = appOf(async () => ({ installing: worker }))
      .store()
      .then(stored);
    for (const state of ['installed', 'activating'] as const) {
      worker.become(state);
      await setImmediate();
    }
    expect(stored).not.toHaveBeenCalled();
    worker.become('activated');
    await storing;
    expect(stored).toHaveBeenCalledExactlyOnceWith(STORED);
  });

  test('later, if the worker is replaced meanwhile', async () => {
    const worker = new Worker('stored');
    const storing = appOf(async () => ({ installing: worker })).store();
    worker.become('redundant');
    expect(await storing).toEqual(UNREACHABLE);
  });

  test('by the worker that is active, although the one of a newer build cannot be installed', async () => {
    const app = appOf(async () => ({ active: activeWorker('stored'), installing: new Worker('full') }));
    expect(await app.store()).toEqual(STORED);
  });

  test('later, if a worker of an older build does not respond', async () => {
    vi.useFakeTimers();
    const storing = appOf(async () => ({ active: activeWorker(null) })).store();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await storing).toEqual(UNREACHABLE);
  });

  test.each([
    ['the host does not respond', new TypeError('Failed to register'), UNREACHABLE],
    ['the browser refuses it, as in a private window', new DOMException('', 'SecurityError'), BLOCKED],
    ['the listener has blocked cookies', new DOMException('', 'NotSupportedError'), BLOCKED],
  ])('not, if %s', async (_what, error, failure) => {
    expect(await appOf(async () => Promise.reject(error)).store()).toEqual(failure);
  });

  test('not in a browser without service workers', async () => {
    expect(new ServiceWorkerApp(undefined).isStored()).toBe(false);
    expect(await new ServiceWorkerApp(undefined).store()).toEqual(BLOCKED);
    // A browser that is told to block them may return nothing.
    expect(await appOf(async () => undefined).store()).toEqual(BLOCKED);
  });
});

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
