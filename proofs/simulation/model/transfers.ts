import { lengthOf } from './catalogue.ts';
import type { FileEffect, Piece } from './files.ts';
import type { Page } from './page.ts';
import { WORKER_NAMES } from './worker-names.ts';

/** The code of the worker that transfers, as a function of its globals. */
export type TransferCode = (...globals: readonly unknown[]) => void;

/** Few bytes, so that many days can be simulated. They are never heard. */
const BYTES_PER_SECOND = 100;

const PIECES = 5;

/** Milliseconds until a response begins, and between two pieces. */
const TRAVEL = [20, 200] as const;
const PIECE = [50, 1_500] as const;

type Request = { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

const aborted = (): Error => Object.assign(new Error('The request was given up'), { name: 'AbortError' });
const broken = (): Error => new TypeError('Failed to fetch');

/** A worker of a page. It ends with its page. */
export class SimulatedWorker extends EventTarget {
  private readonly scope = new EventTarget();
  private isRunning = true;

  constructor(
    private readonly page: Page,
    code: TransferCode,
  ) {
    super();
    page.later(2, () => {
      if (!page.hasCode) {
        page.world.reaches('transfer code is missing');
        this.dispatchEvent(new Event('error'));
        return;
      }
      const globals = this.globals();
      code(...WORKER_NAMES.map((name) => globals[name]));
    });
  }

  postMessage(data: unknown): void {
    this.later(3, () => this.scope.dispatchEvent(Object.assign(new Event('message'), { data })));
  }

  terminate(): void {
    this.isRunning = false;
  }

  private later(delay: number, run: () => void): () => void {
    return this.page.later(delay, () => {
      if (this.isRunning) run();
    });
  }

  private globals(): Readonly<Record<(typeof WORKER_NAMES)[number], unknown>> {
    const { page } = this;
    const timers = new Map<number, () => void>();
    let last = 0;
    return {
      globalThis: Object.assign(this.scope, {
        postMessage: (data: unknown) =>
          this.later(1, () => this.dispatchEvent(Object.assign(new Event('message'), { data }))),
      }),
      navigator: page.navigator,
      fetch: async (address: string, request: Request) => fetchSound(page, address, request),
      performance: { now: () => page.now },
      // A worker's timers are not slowed down while its page is hidden.
      setTimeout: (run: () => void, delay: number) => {
        last += 1;
        timers.set(last, this.later(delay, run));
        return last;
      },
      clearTimeout: (id: number) => {
        timers.get(id)?.();
        timers.delete(id);
      },
      crypto: page.crypto,
    };
  }
}

/** The response with a sound, in pieces. It can start where earlier pieces ended. */
async function fetchSound(page: Page, address: string, { headers = {}, signal }: Request): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (!page.acts('call')) return;
    const { files } = page.device;
    page.world.count('file requested');
    signal?.addEventListener('abort', () => reject(aborted()));
    const effect = files.faults.shift() ?? null;
    if (effect !== null) page.world.count(`fault ${effect} on file`);
    page.later(files.random.between(...TRAVEL), () => {
      if (page.device.network.isOnline) resolve(response(page, new URL(address), headers, effect, signal));
      else reject(broken());
    });
  });
}

function response(
  page: Page,
  { pathname, searchParams }: URL,
  headers: NonNullable<Request['headers']>,
  effect: FileEffect | null,
  signal: AbortSignal | undefined,
): unknown {
  const { network, files } = page.device;
  const none = { cancel: async () => Promise.resolve(), getReader: () => undefined };
  if (network.isCaptive)
    return { status: 200, headers: new Headers({ 'Content-Type': 'text/html' }), body: none };
  const isExpired = Number(searchParams.get('until')) <= page.world.timeline.now;
  if (isExpired || effect === 'expired') return { status: 403, headers: new Headers(), body: none };
  if (effect === 'unavailable') return { status: 503, headers: new Headers(), body: none };
  if (effect === 'changed') files.versions.set(pathname, (files.versions.get(pathname) ?? 1) + 1);
  const tag = `"${String(files.versions.get(pathname) ?? 1)}"`;
  const total = Math.ceil(lengthOf(pathname) * BYTES_PER_SECOND);
  const asked = /^bytes=(?<start>\d+)-$/u.exec(headers['Range'] ?? '')?.groups?.['start'];
  const start = asked !== undefined && headers['If-Range'] === tag ? Number(asked) : 0;
  if (start > 0) page.world.reaches('download continued');
  const end = effect === 'cut' ? Math.floor((start + total) / 2) : total;
  let at = start;
  const piece = Math.ceil(total / PIECES);
  const read = async (): Promise<{ readonly done: boolean; readonly value?: Piece }> =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(aborted()));
      if (at >= end && effect !== 'cut') {
        resolve({ done: true });
        return;
      }
      const next = (): void => {
        if (network.mediaStalls) {
          page.later(1000, next);
          return;
        }
        if (!network.isOnline || at >= end) {
          reject(broken());
          return;
        }
        const value = Object.assign(new Uint8Array(Math.min(piece, end - at)), { sound: pathname });
        at += value.byteLength;
        resolve({ done: false, value });
      };
      page.later(files.random.between(...PIECE), next);
    });
  return {
    status: start > 0 ? 206 : 200,
    headers: new Headers({
      'Content-Type': 'audio/mpeg',
      'Content-Length': String(total - start),
      ETag: tag,
      ...(start > 0 && { 'Content-Range': `bytes ${String(start)}-${String(total - 1)}/${String(total)}` }),
    }),
    body: { cancel: async () => Promise.resolve(), getReader: () => ({ read, cancel: none.cancel }) },
  };
}
