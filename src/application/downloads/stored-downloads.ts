import type { UserId } from '../../domain/account/user.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { updatedDownload, type Download, type DownloadTrack } from '../../domain/downloads/download.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DownloadList, DownloadSettings } from '../../ports/download-list.ts';
import type { StoreFailure } from '../../ports/key-value-store.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState } from './downloads-state.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';

/** Changes the stored downloads of the listener, and shows what is stored. */
export class StoredDownloads {
  static readonly inject: Inject<typeof StoredDownloads> = [
    PORTS.downloadList,
    DownloadsState,
    UserState,
    PORTS.clock,
    PORTS.downloadFiles,
  ];

  constructor(
    private readonly list: DownloadList,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly clock: Clock,
    private readonly files: DownloadFiles,
  ) {}

  /** Shows the downloads of the listener who is signed in, and of nobody else (DOWN-8). */
  show(): void {
    if (!this.user.isSignedIn) {
      this.downloads.reset();
      return;
    }
    this.downloads.setDownloads(this.list.downloads(this.user.user.id));
    this.showSettings(this.settings);
  }

  /** False if the browser stores nothing now. Then no download is shown, although there may be some. */
  get isReadable(): boolean {
    return this.list.isReadable();
  }

  /** The listener whose downloads these are. Empty if nobody is signed in. */
  get listener(): UserId {
    return this.user.user.id;
  }

  /** Adds a title, or replaces what is downloaded of it. */
  add(requested: Pick<Download, 'item' | 'children' | 'tracks'>): Result<void, StoreFailure> {
    const requestedAt = this.downloads.find(requested.item.id)?.requestedAt ?? this.clock.now();
    return this.save({ ...requested, listener: this.listener, requestedAt });
  }

  private save(download: Download): Result<void, StoreFailure> {
    const saved = this.list.save(download);
    this.show();
    return saved;
  }

  /**
   * Changes the stored download of a title. The list is read again first, so what another tab has removed stays
   * removed (DOWN-66). `changed` returns the same download if there is nothing to change.
   */
  change(title: ContentId, changed: (download: Download) => Download): Result<void, StoreFailure> {
    this.show();
    const download = this.downloads.find(title);
    if (download === null) return ok(undefined);
    const after = changed(download);
    return after === download ? ok(undefined) : this.save(after);
  }

  /** Stores a newer version of a title. Its downloaded tracks stay. */
  updateTitle(item: ContentItem): void {
    this.change(item.id, (download) => {
      const updated = updatedDownload(download, item);
      return JSON.stringify(updated) === JSON.stringify(download) ? download : updated;
    });
  }

  /**
   * Removes tracks of a title from the list. A title without tracks is removed. The files stay.
   *
   * @returns true if there was a track to remove
   */
  dropTracks(title: ContentId, isDropped: (track: DownloadTrack) => boolean): boolean {
    this.show();
    const download = this.downloads.find(title);
    const tracks = download?.tracks.filter((track) => !isDropped(track)) ?? [];
    if (download === null || tracks.length === download.tracks.length) return false;
    if (tracks.length > 0) this.list.save({ ...download, tracks });
    else this.list.delete(download.listener, title);
    this.show();
    return true;
  }

  get settings(): DownloadSettings {
    return this.list.settings(this.user.user.id);
  }

  saveSettings(settings: DownloadSettings): void {
    if (!this.user.isSignedIn) return;
    this.list.saveSettings(this.user.user.id, settings);
    this.showSettings(settings);
  }

  private showSettings({ removesHeard, refusedToKeep }: DownloadSettings): void {
    this.downloads.setRemovesHeard(removesHeard);
    this.downloads.setRefusedToKeep(refusedToKeep);
  }

  /** Stores that the provider has just responded for this listener. */
  contactMade(): void {
    this.saveSettings({ ...this.settings, contactAt: this.clock.now() });
  }

  /** Erases all downloads of a listener whose account was deleted. Those of other listeners stay (DOWN-8). */
  async erase(listener: UserId): Promise<void> {
    this.list.deleteAllOf(listener);
    await this.files.deleteAllOf(listener);
  }
}
