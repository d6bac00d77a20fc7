import { message } from '../../domain/message.ts';
import type { ContentId } from '../../domain/catalogue/content.ts';
import {
  bytesOf,
  downloadStatus,
  openingStatus,
  trackStatus,
  type AppState,
  type Download,
  type DownloadStatus,
  type TransferProgress,
  type AppFailure,
  type DownloadFailure,
} from '../../domain/downloads/download.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { FileSpace } from '../../ports/downloads.ts';

/** The downloads of the listener, for views. Empty if nobody is signed in. */
export class DownloadsState {
  /** Newest first. */
  downloads: readonly Download[] = [];
  /** False if this browser stores no files. Null until it is known. */
  isSupported: boolean | null = null;
  /** Whether the app itself opens without a network. */
  app: AppState = 'storing';
  /** Null until it is known, and if the browser does not say. */
  space: FileSpace | null = null;
  /** True if the browser has promised to keep the files. */
  isPersistent = false;
  /** The browser was asked for that promise, and did not give it. */
  refusedToKeep = false;
  /** The listener wants heard episodes and titles removed. */
  removesHeard = false;
  /** Addresses of the stored covers, by title. */
  private covers: ReadonlyMap<ContentId, string> = new Map();
  private progress: ReadonlyMap<TrackId, TransferProgress> = new Map();
  /** The titles that wait for the next contact with the provider. */
  private paused: ReadonlySet<ContentId> = new Set();

  get isEmpty(): boolean {
    return this.downloads.length === 0;
  }

  /** The bytes of all whole tracks. */
  get bytes(): number {
    return this.downloads.reduce((sum, download) => sum + bytesOf(download), 0);
  }

  find(title: ContentId): Download | null {
    return this.downloads.find(({ item }) => item.id === title) ?? null;
  }

  statusOf(title: ContentId): DownloadStatus {
    return this.shownStatus(title, this.tracksStatus(title));
  }

  /** True if the title plays in this page without a network. */
  isPlayable(title: ContentId): boolean {
    return this.tracksStatus(title).kind === 'downloaded' && !this.paused.has(title);
  }

  trackStatusOf(title: ContentId, id: TrackId): DownloadStatus {
    const track = this.find(title)?.tracks.find((other) => other.id === id);
    if (track === undefined) return { kind: 'none' };
    return this.shownStatus(title, trackStatus(track, this.progress.get(id)));
  }

  private tracksStatus(title: ContentId): DownloadStatus {
    const download = this.find(title);
    if (download === null) return { kind: 'none' };
    return downloadStatus(download, (id) => this.progress.get(id));
  }

  private shownStatus(title: ContentId, tracks: DownloadStatus): DownloadStatus {
    const status = openingStatus(tracks, this.app);
    return status.kind === 'downloaded' && this.paused.has(title) ? { kind: 'paused' } : status;
  }

  /** The address of the stored cover of a title. Null if there is none. */
  coverOf(title: ContentId): string | null {
    return this.covers.get(title) ?? null;
  }

  setDownloads(downloads: readonly Download[]): void {
    this.downloads = downloads;
  }

  progressed(id: TrackId, progress: TransferProgress): void {
    this.progress = new Map([...this.progress, [id, progress]]);
  }

  transferEnded(id: TrackId): void {
    this.progress = new Map([...this.progress].filter(([other]) => other !== id));
  }

  setPaused(titles: ReadonlySet<ContentId>): void {
    this.paused = titles;
  }

  setCovers(covers: ReadonlyMap<ContentId, string>): void {
    this.covers = covers;
  }

  setApp(app: AppState): void {
    this.app = app;
  }

  /** The app is stored again if that failed before. */
  retryApp(): void {
    if (this.app !== 'stored') this.app = 'storing';
  }

  setSupported(isSupported: boolean): void {
    this.isSupported = isSupported;
  }

  setSpace(space: FileSpace | null): void {
    this.space = space;
  }

  setPersistent(isPersistent: boolean): void {
    this.isPersistent = isPersistent;
  }

  setRefusedToKeep(refusedToKeep: boolean): void {
    this.refusedToKeep = refusedToKeep;
  }

  setRemovesHeard(removesHeard: boolean): void {
    this.removesHeard = removesHeard;
  }

  /** The session has ended. The files stay, and nobody sees them. */
  reset(): void {
    this.downloads = [];
    this.covers = new Map();
    this.progress = new Map();
    this.paused = new Set();
    this.removesHeard = false;
    this.refusedToKeep = false;
  }
}

/** The texts that the listener sees when a download fails. They load with the code of downloads (DOWN-52). */
export const DOWNLOAD_MESSAGES = {
  full: message('There is no more room in this browser. Remove a download, and try again.'),
  blocked: message('This browser keeps no downloads, perhaps because the window is private.'),
  unreachable: message('The download was interrupted. Please try again.'),
  gone: message('The provider no longer has this audio.'),
  changed: message('The audio changed while it was downloaded. Please try again.'),
  'not-allowed': message('This audio may not be downloaded.'),
  'app-full': message(
    'There is no room to store the app itself, so it does not open without a network. Remove a download, and try again.',
  ),
  'app-blocked': message(
    'This browser does not store the app itself, perhaps because the window is private. So it does not open without a network.',
  ),
  notLoaded: message('The download could not be started. Please try again.'),
  evicted: message('This browser has removed some downloads to make room.'),
  paused: message('Your membership has to be checked every 30 days. Connect once, and this plays again.'),
} as const satisfies Record<DownloadFailure | AppFailure, string> & Record<string, string>;
