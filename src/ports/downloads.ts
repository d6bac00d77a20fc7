import type { UserId } from '../domain/account/user.ts';
import type { TransferProgress, Download } from '../domain/downloads/download.ts';
import type { Result } from '../domain/result.ts';
import type { Cancellation, Signal, StoreFailure } from './platform.ts';
import type { ContentId } from '../domain/catalogue/content.ts';
import type { Instant } from '../domain/time.ts';

/** The settings of one listener. */
export type DownloadSettings = {
  /** Whether heard episodes and titles are removed. */
  readonly removesHeard: boolean;
  /** When the provider last responded for this listener. */
  readonly contactAt: Instant | null;
  /** True if the browser was asked to keep the files, and did not promise it. */
  readonly refusedToKeep: boolean;
};

/**
 * The downloads of each listener, and their settings, stored in this browser. All tabs share them. It is synchronous
 * and never throws. An entry that cannot be read counts as absent.
 */
export interface DownloadList {
  /** False if the browser stores nothing now. Then the list reads as empty, whatever was stored before. */
  isReadable(): boolean;
  /** Lists the downloads of a listener, newest first. */
  downloads(listener: UserId): readonly Download[];
  /** Adds a download, or replaces that of the same title and listener. */
  save(download: Download): Result<void, StoreFailure>;
  /** Removes a download from the list. Its files stay. Does nothing if it is not there. */
  delete(listener: UserId, title: ContentId): void;
  /** Returns what is stored for a listener beside the downloads; the defaults if nothing is. */
  settings(listener: UserId): DownloadSettings;
  /** Replaces the settings of a listener. After a failure the earlier ones are still stored. */
  saveSettings(listener: UserId, settings: DownloadSettings): Result<void, StoreFailure>;
  /** Deletes the downloads and the settings of a listener. */
  deleteAllOf(listener: UserId): void;
  /** Emits when another tab has changed something. */
  readonly changedElsewhere: Signal<void>;
}

/** One stored file: whose it is, and its name among the files of this listener. Any text is a valid name. */
export type FileId = { readonly listener: UserId; readonly name: string };

/** A file that is whole. */
export type StoredFile = { readonly name: string; readonly bytes: number };

/**
 * Why a transfer ended without a whole file. The written data stays, except where a kind says something else.
 *
 * - `full`: there is no more room
 * - `blocked`: this browser stores no files; also if another program deleted the file during the transfer
 * - `unreachable`: the network is lost, or the host has a failure that may pass
 * - `expired`: the address is refused (401, 403); another address may work
 * - `gone`: there is no such file (404, 410, or a response that is no sound file)
 * - `changed`: the file changed during the transfer; what was written is removed
 * - `cancelled`: the caller has cancelled the transfer
 */
export type TransferFailure = {
  readonly kind: 'full' | 'blocked' | 'unreachable' | 'expired' | 'gone' | 'changed' | 'cancelled';
};

/**
 * Why a file cannot be opened.
 *
 * - `missing`: there is no such file, or it is not whole; also if this browser stores no files
 * - `unreadable`: the browser cannot read it now; it may be whole
 */
export type OpenFailure = { readonly kind: 'missing' | 'unreadable' };

/** The room for files of this origin, in bytes. `left` is an estimate of the browser. */
export type FileSpace = { readonly used: number; readonly left: number };

/**
 * How a file is fetched. A page of HTML counts as the sign-in page of a network, and not as the file, unless `isPage` is
 * true.
 */
export type TransferOptions = { readonly cancellation?: Cancellation; readonly isPage?: boolean };

/** The progress of a transfer in any tab. */
export type FileProgress = TransferProgress & { readonly file: FileId };

/**
 * The browser's own store of files, and the transfer into it. Tabs of one browser share the files. No promise rejects.
 */
export interface DownloadFiles {
  /** False if this browser stores no files, as in some private windows. */
  isSupported(): Promise<boolean>;
  /**
   * Fetches a file into the store, and goes on where an earlier transfer of the same file stopped. Resolves when the
   * file is whole, also if it was whole before. Only one tab transfers a file at a time. A second tab waits, and goes
   * on if the first one stops.
   */
  transfer(
    file: FileId,
    address: string,
    options?: TransferOptions,
  ): Promise<Result<StoredFile, TransferFailure>>;
  /** Emits the progress of every transfer, also of other tabs, several times a second at most. */
  readonly progress: Signal<FileProgress>;
  /** An address that this page can play, show and seek in, if the file is there and whole. */
  open(file: FileId): Promise<Result<string, OpenFailure>>;
  /** The bytes of a file, if it is there and whole. Call it for small files only. */
  contents(file: FileId): Promise<Result<Uint8Array, OpenFailure>>;
  /** Lists the whole files of a listener. Null if the browser cannot list them now, or cannot read one of them. */
  files(listener: UserId): Promise<readonly StoredFile[] | null>;
  /** Deletes a file, whole or not. If its transfer is running, the file is deleted after the end of the transfer. */
  delete(file: FileId): Promise<void>;
  /**
   * Deletes the unused files of a listener, whole or not. A file that any tab transfers now stays. `isUsed` is called
   * right before a file is deleted.
   */
  deleteUnused(listener: UserId, isUsed: (name: string) => boolean): Promise<void>;
  /** Deletes every file of a listener, also what there is of files that are not whole. */
  deleteAllOf(listener: UserId): Promise<void>;
  /** Returns the room for files. Null if the browser does not say it. */
  space(): Promise<FileSpace | null>;
  /** True if the browser has promised to keep the files even if it needs room. */
  isPersistent(): Promise<boolean>;
  /** Asks the browser for that promise. Some browsers ask the listener. */
  persist(): Promise<boolean>;
}
