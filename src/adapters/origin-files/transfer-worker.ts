import { failed, type Result } from '../../domain/result.ts';
import type { TransferProgress } from '../../domain/downloads/download.ts';
import type { TransferFailure } from '../../ports/downloads.ts';
import { lockOf } from './file-store.ts';
import { type FromWorker, type ToWorker, transferFile } from './transfer-file.ts';
import { withOpenFile } from './open-file.ts';

/** Milliseconds between two messages about the progress. */
const PROGRESS_INTERVAL = 500;

const running = new Map<number, AbortController>();

// Transfers files for a page. It runs beside the page, so that the page stays free, and it ends with the page.
globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'cancel') {
    running.get(data.id)?.abort();
    return;
  }
  const { id } = data;
  const controller = new AbortController();
  running.set(id, controller);
  void transfer(
    data,
    controller.signal,
    throttled((progress) => tell({ kind: 'progress', id, progress })),
  )
    .then((result) => tell({ kind: 'ended', id, result }))
    .finally(() => running.delete(id));
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the page of a worker is its only receiver
const tell = (message: FromWorker): void => globalThis.postMessage(message);

/** Waits until no other tab transfers the same file, then transfers it (DOWN-17). */
async function transfer(
  { file, address, isPage }: Extract<ToWorker, { kind: 'transfer' }>,
  signal: AbortSignal,
  progressed: (progress: TransferProgress) => void,
): Promise<Result<{ readonly bytes: number }, TransferFailure>> {
  try {
    return await navigator.locks.request(lockOf(file), { signal }, async () =>
      withOpenFile(navigator.storage, file, async (open) =>
        transferFile(open, file.name, address, {
          fetch: async (target, request) => fetch(target, request),
          room,
          signal,
          isPage,
          progressed,
        }),
      ),
    );
  } catch (error) {
    if (signal.aborted) return failed({ kind: 'cancelled' });
    const isFull = error instanceof Error && error.name === 'QuotaExceededError';
    return failed({ kind: isFull ? 'full' : 'blocked' });
  }
}

/** The bytes that may still be stored. Infinite if the browser does not say it, as Safari before version 17. */
async function room(): Promise<number> {
  const storage: Partial<StorageManager> = navigator.storage;
  const { quota, usage } = (await storage.estimate?.()) ?? {};
  return quota === undefined || usage === undefined ? Number.POSITIVE_INFINITY : quota - usage;
}

/** Calls `next` at most once in each interval, and at once for the first progress. */
function throttled(next: (progress: TransferProgress) => void): (progress: TransferProgress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_INTERVAL) return;
    last = now;
    next(progress);
  };
}
