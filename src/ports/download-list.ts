import type { UserId } from '../domain/account/user.ts';
import type { ContentId } from '../domain/catalogue/content.ts';
import type { Download } from '../domain/downloads/download.ts';
import type { Result } from '../domain/result.ts';
import type { Instant } from '../domain/time.ts';
import type { StoreFailure } from './key-value-store.ts';
import type { Signal } from './signal.ts';

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
