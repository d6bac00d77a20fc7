import type { UserId } from '../../domain/account/user.ts';
import { isSameDownload } from '../../domain/downloads/download.ts';
import { trackId } from '../../domain/playback/track.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { UserState } from '../session/user-state.ts';
import { coverName, DownloadCover } from './download-cover.ts';
import { DOWNLOAD_MESSAGES } from './download-messages.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';

/** Compares the list of downloads with the files that are really there, and shows the progress of transfers. */
export class CheckFiles {
  static readonly inject: Inject<typeof CheckFiles> = [
    PORTS.downloadFiles,
    StoredDownloads,
    DownloadCover,
    DownloadsState,
    UserState,
    NoticesState,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly stored: StoredDownloads,
    private readonly covers: DownloadCover,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly notices: NoticesState,
  ) {}

  /**
   * A track whose file is missing, or has another length, is no longer downloaded (DOWN-9). Files and parts of files
   * that belong to no download are deleted. Such a part exists, for example, if a page ended while it removed a
   * download (DOWN-67).
   */
  async check(): Promise<void> {
    const { id: listener } = this.user.user;
    const isSupported = await this.files.isSupported();
    this.downloads.setSupported(isSupported);
    // While the file store is blocked, nothing is known about the files. They may be there at the next visit.
    if (!isSupported) return;
    // The list is read before the files. So a file that another tab finishes meanwhile does not count as missing.
    const { downloads } = this.downloads;
    const found = await this.files.files(listener);
    if (found === null || this.user.user.id !== listener) return;
    const lengths = new Map(found.map(({ name, bytes }) => [name, bytes]));
    for (const { item, tracks } of downloads) {
      const missing = new Map(
        tracks
          .filter(({ id, state }) => state.kind === 'downloaded' && lengths.get(id) !== state.bytes)
          .map(({ id, state }) => [id, state]),
      );
      if (missing.size === 0) continue;
      const isDropped = this.stored.dropTracks(item.id, ({ id, state }) =>
        isSameDownload(state, missing.get(id)),
      );
      if (isDropped) this.notices.post(DOWNLOAD_MESSAGES.evicted);
    }
    await this.files.deleteUnused(listener, (name) => this.isUsed(listener, name));
    await this.covers.show();
  }

  async fetchMissingCovers(): Promise<void> {
    await this.covers.fetchMissing();
  }

  async showCovers(): Promise<void> {
    await this.covers.show();
  }

  /** Shows the progress of every transfer of this listener, also in other tabs. */
  followProgress(): Subscription {
    return this.files.progress.subscribe(({ file, bytes, total }) => {
      if (file.listener !== this.user.user.id) return;
      const id = trackId(file.name);
      const isWaiting = this.downloads.downloads.some(({ tracks }) =>
        tracks.some((track) => track.id === id && track.state.kind === 'waiting'),
      );
      if (isWaiting) this.downloads.progressed(id, { bytes, total });
    });
  }

  /**
   * True if a download uses the file, or may use it because the list cannot be read (DOWN-88). It reads the stored list
   * again, because another tab may have added a download.
   */
  private isUsed(listener: UserId, name: string): boolean {
    if (this.user.user.id !== listener || this.isShown(name)) return true;
    this.stored.show();
    return this.isShown(name) || !this.stored.isReadable;
  }

  private isShown(name: string): boolean {
    return this.downloads.downloads.some(
      ({ item, tracks }) => name === coverName(item.id) || tracks.some(({ id }) => id === name),
    );
  }
}
