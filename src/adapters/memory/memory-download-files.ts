import type { UserId } from '../../domain/account/user.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import { milliseconds, type Milliseconds } from '../../domain/time.ts';
import type { Clock, Cancellation } from '../../ports/platform.ts';
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
import { Emitter } from '../shared/emitter.ts';

/** The file at an address. `tag` changes with its content. */
export type RemoteFile = {
  readonly bytes: number;
  readonly tag: string;
  /** The connection ends before this byte. */
  readonly cutAt?: number;
  /** The failure of every request for the file. */
  readonly refusal?: TransferFailure['kind'];
  readonly isHtml?: boolean;
};

const refusalOf = ({ refusal, isHtml }: RemoteFile, { isPage }: TransferOptions) =>
  refusal ?? (isHtml === true && isPage !== true ? 'unreachable' : null);

type Stored = {
  readonly file: FileId;
  readonly address: string;
  readonly tag: string;
  readonly length: number;
  bytes: number;
};

/** What the tabs of one browser share. */
type Shared = {
  readonly stored: Map<string, Stored>;
  /** The last transfer of each file, which the next one waits for. */
  readonly queue: Map<string, Promise<unknown>>;
  /** The files that are transferred now. */
  readonly running: Set<string>;
  readonly tabs: Set<MemoryDownloadFiles>;
  /** The files that the browser cannot read now. */
  readonly unreadable: Set<string>;
  isBlocked: boolean;
  room: number;
  isPersistent: boolean;
};

/** How fast the files are transferred. */
export type MemoryDownloadOptions = {
  readonly pieceBytes?: number;
  readonly pieceTime?: Milliseconds;
};

const PIECE_BYTES = 250_000;
const PIECE_TIME = milliseconds(100);
const ROOM = 1_000_000_000;
const A_FILE: RemoteFile = { bytes: 1_000_000, tag: '"1"' };

const keyOf = ({ listener, name }: FileId): string => JSON.stringify([listener, name]);

const isCancelled = (cancellation?: Cancellation): boolean => cancellation?.aborted === true;

/**
 * Files in memory. They are transferred in pieces, at the speed of a clock. Every fault of a browser can be
 * simulated.
 */
export class MemoryDownloadFiles implements DownloadFiles {
  readonly progress = new Emitter<FileProgress>();
  /** The positions from which files were requested, in order. */
  starts: readonly number[] = [];
  /** True if no address can be reached. */
  isOffline = false;
  /** True if the browser does not promise to keep the files. */
  refusesToKeep = false;
  /** The file at each address. */
  remote: (address: string) => RemoteFile = () => A_FILE;
  private isGone = false;
  private readonly shared: Shared;

  constructor(
    private readonly clock: Pick<Clock, 'after'>,
    private readonly options: MemoryDownloadOptions = {},
    sharedWith?: MemoryDownloadFiles,
  ) {
    this.shared = sharedWith?.shared ?? {
      stored: new Map(),
      queue: new Map(),
      running: new Set(),
      tabs: new Set(),
      unreadable: new Set(),
      isBlocked: false,
      room: ROOM,
      isPersistent: false,
    };
    if (sharedWith !== undefined) this.remote = sharedWith.remote;
    this.shared.tabs.add(this);
  }

  /** The same files in another tab. */
  inAnotherTab(): MemoryDownloadFiles {
    return new MemoryDownloadFiles(this.clock, this.options, this);
  }

  /** The browser stores no files from now on, as in a private window. */
  block(): void {
    this.shared.isBlocked = true;
  }

  /** Leaves room for this many more bytes. */
  leaveRoom(bytes: number): void {
    this.shared.room = this.used + bytes;
  }

  /** Deletes a file, like a browser that needs room. */
  evict(file: FileId): void {
    this.shared.stored.delete(keyOf(file));
  }

  /** Removes the last byte of a file. */
  cutShort(file: FileId): void {
    const stored = this.shared.stored.get(keyOf(file));
    if (stored !== undefined) stored.bytes -= 1;
  }

  /** The browser cannot read a file, until the returned function is called. */
  refuseReads(file: FileId): () => void {
    this.shared.unreadable.add(keyOf(file));
    return () => this.shared.unreadable.delete(keyOf(file));
  }

  /** The page ends without any event. Its transfers stop where they are. */
  close(): void {
    this.isGone = true;
    this.shared.tabs.delete(this);
  }

  /** The content that an address of `open` leads to, as a tag and a number of bytes. */
  read(address: string): { readonly tag: string; readonly bytes: number } | null {
    const stored = this.shared.stored.get(decodeURIComponent(address.replace(/^blob:memory\//, '')));
    return stored === undefined ? null : { tag: stored.tag, bytes: stored.bytes };
  }

  async isSupported(): Promise<boolean> {
    return !this.shared.isBlocked;
  }

  async transfer(
    file: FileId,
    address: string,
    options: TransferOptions = {},
  ): Promise<Result<StoredFile, TransferFailure>> {
    if (this.shared.isBlocked) return failed({ kind: 'blocked' });
    const key = keyOf(file);
    const before = this.shared.queue.get(key) ?? Promise.resolve();
    const result = before.then(async () => {
      this.shared.running.add(key);
      return this.fetchPieces(file, address, options).finally(() => this.shared.running.delete(key));
    });
    // The next transfer of the file does not wait for a page that has ended.
    this.shared.queue.set(key, result);
    const transferred = await result;
    return this.isGone ? new Promise(() => undefined) : transferred;
  }

  async open(file: FileId): Promise<Result<string, OpenFailure>> {
    const key = keyOf(file);
    if (!this.shared.isBlocked && this.shared.unreadable.has(key)) return failed({ kind: 'unreadable' });
    return this.isWhole(file) ? ok(`blob:memory/${encodeURIComponent(key)}`) : failed({ kind: 'missing' });
  }

  /** The bytes are the address that the file was fetched from. */
  async contents(file: FileId): Promise<Result<Uint8Array, OpenFailure>> {
    const opened = await this.open(file);
    const { address = '' } = this.shared.stored.get(keyOf(file)) ?? {};
    return opened.ok ? ok(new TextEncoder().encode(address)) : opened;
  }

  async files(listener: UserId): Promise<readonly StoredFile[] | null> {
    if (this.shared.isBlocked) return null;
    const stored = [...this.shared.stored.values()].filter(({ file }) => file.listener === listener);
    if (stored.some(({ file }) => this.shared.unreadable.has(keyOf(file)))) return null;
    return stored
      .filter(({ file }) => this.isWhole(file))
      .map(({ file, bytes }) => ({ name: file.name, bytes }));
  }

  async delete(file: FileId): Promise<void> {
    await this.shared.queue.get(keyOf(file));
    this.evict(file);
  }

  async deleteUnused(listener: UserId, isUsed: (name: string) => boolean): Promise<void> {
    for (const { file } of this.shared.stored.values()) {
      const isRunning = this.shared.running.has(keyOf(file));
      if (file.listener === listener && !isRunning && !isUsed(file.name)) this.evict(file);
    }
  }

  async deleteAllOf(listener: UserId): Promise<void> {
    for (const { file } of this.shared.stored.values()) if (file.listener === listener) this.evict(file);
  }

  async space(): Promise<FileSpace | null> {
    return { used: this.used, left: Math.max(0, this.shared.room - this.used) };
  }

  async isPersistent(): Promise<boolean> {
    return this.shared.isPersistent;
  }

  async persist(): Promise<boolean> {
    this.shared.isPersistent = !this.shared.isBlocked && !this.refusesToKeep;
    return this.shared.isPersistent;
  }

  private get used(): number {
    return [...this.shared.stored.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  private isWhole(file: FileId): boolean {
    const stored = this.shared.stored.get(keyOf(file));
    return !this.shared.isBlocked && stored !== undefined && stored.bytes === stored.length;
  }

  private async fetchPieces(
    file: FileId,
    address: string,
    options: TransferOptions,
  ): Promise<Result<StoredFile, TransferFailure>> {
    const { cancellation } = options;
    const { pieceBytes = PIECE_BYTES, pieceTime = PIECE_TIME } = this.options;
    const key = keyOf(file);
    if (isCancelled(cancellation)) return failed({ kind: 'cancelled' });
    const before = this.shared.stored.get(key);
    if (before !== undefined && this.isWhole(file)) return ok({ name: file.name, bytes: before.bytes });
    if (this.isOffline || this.isGone) return failed({ kind: 'unreachable' });
    const remote = this.remote(address);
    const { bytes, tag, cutAt = bytes } = remote;
    const start = before?.tag === tag ? before.bytes : 0;
    this.starts = [...this.starts, start];
    const refusal = refusalOf(remote, options);
    if (refusal !== null) return failed({ kind: refusal });
    const stored: Stored = { file, address, tag, length: bytes, bytes: start };
    this.shared.stored.set(key, stored);
    while (stored.bytes < bytes) {
      this.tell({ file, bytes: stored.bytes, total: bytes });
      await this.clock.after(pieceTime);
      if (isCancelled(cancellation)) return failed({ kind: 'cancelled' });
      if (this.isOffline || this.isGone || stored.bytes >= cutAt) return failed({ kind: 'unreachable' });
      if (this.shared.stored.get(key) !== stored) return failed({ kind: 'blocked' });
      const piece = Math.min(pieceBytes, Math.min(bytes, cutAt) - stored.bytes);
      if (this.used + piece > this.shared.room) {
        this.evict(file);
        return failed({ kind: 'full' });
      }
      stored.bytes += piece;
    }
    return ok({ name: file.name, bytes });
  }

  private tell(progress: FileProgress): void {
    for (const tab of this.shared.tabs) tab.progress.emit(progress);
  }
}
