import { Subject } from 'rxjs';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { UserId } from '../../domain/account/user.ts';
import type {
  DownloadFiles,
  FileId,
  FileProgress,
  FileSpace,
  OpenFailure,
  StoredFile,
  TransferFailure,
  TransferOptions,
} from '../../ports/downloads.ts';
import {
  changedAt,
  deleteFile,
  deleteFolder,
  describedFile,
  folderOf,
  isMissing,
  lockOf,
  namesIn,
  namesOf,
  wholeFile,
  type FileNames,
} from './file-store.ts';
import type { FromWorker, ToWorker } from './transfer-file.ts';

/** Safari 16 has no `estimate`. */
type BrowserStorage = Pick<StorageManager, 'getDirectory'> &
  Partial<Pick<StorageManager, 'estimate' | 'persist' | 'persisted'>>;

/** What the files need from the browser. A part is null if the browser does not have it. */
export type OriginFilesDependencies = {
  readonly storage: BrowserStorage | null;
  readonly locks: Pick<LockManager, 'request'> | null;
  readonly channel: BroadcastChannel | null;
  readonly createWorker: () => Worker;
  /** Makes an address absolute. Null if it must not be fetched. */
  readonly resolve: (address: string) => string | null;
  readonly createAddress: (data: Blob) => string;
  readonly revokeAddress: (address: string) => void;
};

type Pending = {
  readonly file: FileId;
  readonly ended: (result: Result<{ readonly bytes: number }, TransferFailure>) => void;
};

/** How often the deletion of all files is tried. Another tab may still have a file open. */
const DELETE_ATTEMPTS = 5;

/** Milliseconds. Data without a description counts as left behind if it has not changed for this time. */
const ABANDONED = 60_000;

/**
 * Files in the origin's own file system. A worker, which starts with the first transfer, fetches and writes them. The
 * page plays them by an object address, which refers to the file on the disk.
 */
export class OriginFiles implements DownloadFiles {
  readonly progress = new Subject<FileProgress>();
  private worker: Worker | null = null;
  private pending: ReadonlyMap<number, Pending> = new Map();
  private lastId = 0;
  /** The addresses that were made, by lock name. Each refers to the same file as long as it exists. */
  private addresses: ReadonlyMap<string, { readonly url: string; readonly changedAt: number }> = new Map();

  constructor(private readonly dependencies: OriginFilesDependencies) {
    dependencies.channel?.addEventListener('message', ({ data }: MessageEvent<FileProgress>) => {
      this.progress.next(data);
    });
  }

  async isSupported(): Promise<boolean> {
    const { storage, locks } = this.dependencies;
    if (storage === null || locks === null || !('getDirectory' in storage)) return false;
    return storage.getDirectory().then(
      () => true,
      () => false,
    );
  }

  async transfer(
    file: FileId,
    address: string,
    { cancellation, isPage = false }: TransferOptions = {},
  ): Promise<Result<StoredFile, TransferFailure>> {
    const resolved = this.dependencies.resolve(address);
    if (resolved === null) return failed({ kind: 'gone' });
    if (!(await this.isSupported())) return failed({ kind: 'blocked' });
    if (cancellation?.aborted === true) return failed({ kind: 'cancelled' });
    this.lastId += 1;
    const id = this.lastId;
    const cancel = (): void => this.tell({ kind: 'cancel', id });
    const ended = new Promise<Result<{ readonly bytes: number }, TransferFailure>>((resolve) => {
      this.pending = new Map([...this.pending, [id, { file, ended: resolve }]]);
    });
    this.worker ??= this.startWorker();
    this.tell({ kind: 'transfer', id, file, address: resolved, isPage });
    cancellation?.addEventListener('abort', cancel);
    const result = await ended;
    cancellation?.removeEventListener('abort', cancel);
    return result.ok ? ok({ name: file.name, bytes: result.value.bytes }) : result;
  }

  async open(file: FileId): Promise<Result<string, OpenFailure>> {
    const read = await this.read(file).then(ok, () => failed({ kind: 'unreadable' } as const));
    if (!read.ok) return read;
    const whole = read.value;
    const key = lockOf(file);
    const known = this.addresses.get(key);
    if (known !== undefined && whole?.data.lastModified === known.changedAt) return ok(known.url);
    if (known !== undefined) this.revoke(key, known.url);
    if (whole === null) return failed({ kind: 'missing' });
    const { data, description } = whole;
    // The file itself has no type, and not every browser guesses it.
    const url = this.dependencies.createAddress(data.slice(0, data.size, description.type));
    this.addresses = new Map([...this.addresses, [key, { url, changedAt: data.lastModified }]]);
    return ok(url);
  }

  async contents(file: FileId): Promise<Result<Uint8Array, OpenFailure>> {
    try {
      const whole = await this.read(file);
      return whole === null
        ? failed({ kind: 'missing' })
        : ok(new Uint8Array(await whole.data.arrayBuffer()));
    } catch {
      return failed({ kind: 'unreadable' });
    }
  }

  async files(listener: UserId): Promise<readonly StoredFile[] | null> {
    const { storage } = this.dependencies;
    if (storage === null) return null;
    try {
      const folder = await folderOf(storage, listener, false);
      const files = await Promise.all((await namesIn(folder)).map(async (names) => wholeFile(folder, names)));
      return files.flatMap((file) =>
        file === null ? [] : [{ name: file.description.name, bytes: file.data.size }],
      );
    } catch (error) {
      // Without a folder there are no files. Another failure says nothing about them.
      return isMissing(error) ? [] : null;
    }
  }

  async delete(file: FileId): Promise<void> {
    const key = lockOf(file);
    const known = this.addresses.get(key);
    if (known !== undefined) this.revoke(key, known.url);
    // Waits for the end of a transfer.
    await this.dependencies.locks?.request(key, async () => {
      const folder = await this.folder(file.listener);
      if (folder !== null) await deleteFile(folder, await namesOf(file));
    });
  }

  async deleteUnused(listener: UserId, isUsed: (name: string) => boolean): Promise<void> {
    const folder = await this.folder(listener);
    if (folder === null) return;
    for (const names of await namesIn(folder).catch(() => [])) {
      // What cannot be read now may be whole, so it stays.
      await this.deleteIfUnused(folder, listener, names, isUsed).catch(() => undefined);
    }
  }

  async deleteAllOf(listener: UserId): Promise<void> {
    const { storage } = this.dependencies;
    if (storage === null) return;
    for (const [id, { file }] of this.pending)
      if (file.listener === listener) this.tell({ kind: 'cancel', id });
    for (const [key, { url }] of this.addresses) this.revoke(key, url);
    for (let attempt = 0; attempt < DELETE_ATTEMPTS; attempt += 1) {
      if ((await this.folder(listener)) === null) return;
      await deleteFolder(storage, listener).catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** attempt));
      });
    }
  }

  async space(): Promise<FileSpace | null> {
    const estimate = await this.dependencies.storage?.estimate?.().catch(() => null);
    const { usage, quota } = estimate ?? {};
    return usage === undefined || quota === undefined
      ? null
      : { used: usage, left: Math.max(0, quota - usage) };
  }

  async isPersistent(): Promise<boolean> {
    return (await this.dependencies.storage?.persisted?.().catch(() => false)) ?? false;
  }

  async persist(): Promise<boolean> {
    return (await this.dependencies.storage?.persist?.().catch(() => false)) ?? false;
  }

  private async deleteIfUnused(
    folder: FileSystemDirectoryHandle,
    listener: UserId,
    names: FileNames,
    isUsed: (name: string) => boolean,
  ): Promise<void> {
    const file = await describedFile(folder, listener, names);
    if (file === null) {
      // Without a description the name is unknown, so `isUsed` cannot be asked. A running transfer describes its file
      // at once.
      const isAbandoned = Date.now() - (await changedAt(folder, names)) > ABANDONED;
      if (isAbandoned) await deleteFile(folder, names);
      return;
    }
    const key = lockOf(file);
    // If the lock is not available, the file is being transferred.
    await this.dependencies.locks?.request(key, { ifAvailable: true }, async (lock) => {
      if (lock === null || isUsed(file.name)) return;
      const known = this.addresses.get(key);
      if (known !== undefined) this.revoke(key, known.url);
      await deleteFile(folder, names);
    });
  }

  /** The file if it is whole. Rejects if it cannot be read. */
  private async read(file: FileId): ReturnType<typeof wholeFile> {
    const { storage } = this.dependencies;
    if (storage === null) return null;
    try {
      return await wholeFile(await folderOf(storage, file.listener, false), await namesOf(file));
    } catch (error) {
      // A browser without a file store has no files. It is asked only after a failure, so that a Play click does not
      // wait.
      if (isMissing(error) || !(await this.isSupported())) return null;
      throw error;
    }
  }

  /** The folder of a listener. Null if there is none, or if it cannot be read. */
  private async folder(listener: UserId): Promise<FileSystemDirectoryHandle | null> {
    const { storage } = this.dependencies;
    return storage === null ? null : folderOf(storage, listener, false).catch(() => null);
  }

  private revoke(key: string, url: string): void {
    this.dependencies.revokeAddress(url);
    this.addresses = new Map([...this.addresses].filter(([other]) => other !== key));
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private startWorker(): Worker {
    const worker = this.dependencies.createWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.hear(data));
    // The code of the worker cannot be loaded, or the worker has crashed. The caller tries again with a new worker
    // (DOWN-81).
    worker.addEventListener('error', () => {
      for (const id of this.pending.keys()) this.end(id, failed({ kind: 'unreachable' }));
    });
    return worker;
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'ended') {
      this.end(message.id, message.result);
      return;
    }
    const file = this.pending.get(message.id)?.file;
    if (file === undefined) return;
    const progress: FileProgress = { ...message.progress, file };
    this.progress.next(progress);
    this.dependencies.channel?.postMessage(progress);
  }

  private end(id: number, result: Result<{ readonly bytes: number }, TransferFailure>): void {
    const pending = this.pending.get(id);
    this.pending = new Map([...this.pending].filter(([other]) => other !== id));
    pending?.ended(result);
    if (this.pending.size > 0) return;
    // No transfer is left, so the worker ends and frees its memory.
    this.worker?.terminate();
    this.worker = null;
  }
}
