import { failed, type Result } from '../../domain/result.ts';
import type { TransferProgress } from '../../domain/downloads/download.ts';
import type { FileId, TransferFailure } from '../../ports/download-files.ts';
import { decodeDescription, folderOf, lockOf, namesOf } from './file-store.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { transferFile, type OpenFile } from './transfer-file.ts';

/** A file that only one worker can open at a time. The types of TypeScript for pages do not have it. */
type AccessHandle = {
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
};

declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<AccessHandle>;
  }
}

/** Milliseconds between two messages about the progress. */
const PROGRESS_INTERVAL = 500;

const running = new Map<number, AbortController>();

// Transfers files for a page. It runs beside the page, so that the page stays free, and it ends with the page.
globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'cancel') {
    running.get(data.id)?.abort();
    return;
  }
  const { id, file, address } = data;
  const controller = new AbortController();
  running.set(id, controller);
  void transfer(
    file,
    address,
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
  file: FileId,
  address: string,
  signal: AbortSignal,
  progressed: (progress: TransferProgress) => void,
): Promise<Result<{ readonly bytes: number }, TransferFailure>> {
  try {
    return await navigator.locks.request(lockOf(file), { signal }, async () => {
      const folder = await folderOf(navigator.storage, file.listener, true);
      const names = await namesOf(file);
      const open = async (name: string): Promise<AccessHandle> =>
        (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
      const data = await open(names.data);
      try {
        const description = await open(names.description);
        try {
          return await transferFile(openFile(data, description), file.name, address, {
            fetch: async (target, request) => fetch(target, request),
            room,
            signal,
            progressed,
          });
        } finally {
          description.close();
        }
      } finally {
        data.close();
      }
    });
  } catch (error) {
    if (signal.aborted) return failed({ kind: 'cancelled' });
    const isFull = error instanceof Error && error.name === 'QuotaExceededError';
    return failed({ kind: isFull ? 'full' : 'blocked' });
  }
}

const openFile = (data: AccessHandle, description: AccessHandle): OpenFile => ({
  description: () => {
    const bytes = new Uint8Array(description.getSize());
    description.read(bytes, { at: 0 });
    return decodeDescription(new TextDecoder().decode(bytes));
  },
  describe: (described) => {
    const bytes = new TextEncoder().encode(JSON.stringify(described));
    description.truncate(0);
    description.write(bytes, { at: 0 });
    description.flush();
  },
  size: () => data.getSize(),
  write: (bytes, at) => data.write(bytes, { at }),
  truncate: (size) => data.truncate(size),
  flush: () => data.flush(),
});

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
