import type { UserId } from '../../domain/account/user.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { updatedDownload, type Download } from '../../domain/downloads/download.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { Result } from '../../domain/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DownloadList, DownloadSettings } from '../../ports/download-list.ts';
import type { StoreFailure } from '../../ports/key-value-store.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState } from './downloads-state.ts';

/** Changes the stored downloads of the listener, and shows what is stored. */
export class StoredDownloads {
  static readonly inject: Inject<typeof StoredDownloads> = [
    PORTS.downloadList,
    DownloadsState,
    UserState,
    PORTS.clock,
  ];

  constructor(
    private readonly list: DownloadList,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly clock: Clock,
  ) {}

  /** Shows the downloads of the listener who is signed in, and of nobody else (DOWN-8). */
  show(): void {
    if (!this.user.isSignedIn) {
      this.downloads.reset();
      return;
    }
    this.downloads.setDownloads(this.list.downloads(this.user.user.id));
    this.downloads.setRemovesHeard(this.settings.removesHeard);
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

  save(download: Download): Result<void, StoreFailure> {
    const saved = this.list.save(download);
    this.show();
    return saved;
  }

  /** The provider says what a title is now. What was downloaded stays. */
  updateTitle(item: ContentItem): void {
    const download = this.downloads.find(item.id);
    if (download === null) return;
    const updated = updatedDownload(download, item);
    if (JSON.stringify(updated) !== JSON.stringify(download)) this.save(updated);
  }

  /** Removes tracks of a title from the list. A title without tracks is removed. The files stay. */
  dropTracks(title: ContentId, dropped: ReadonlySet<TrackId>): void {
    const download = this.downloads.find(title);
    if (download === null) return;
    const tracks = download.tracks.filter(({ id }) => !dropped.has(id));
    if (tracks.length > 0) this.list.save({ ...download, tracks });
    else this.list.delete(download.listener, title);
    this.show();
  }

  get settings(): DownloadSettings {
    return this.list.settings(this.user.user.id);
  }

  saveSettings(settings: DownloadSettings): void {
    if (!this.user.isSignedIn) return;
    this.list.saveSettings(this.user.user.id, settings);
    this.downloads.setRemovesHeard(settings.removesHeard);
  }

  /** The provider has just answered for this listener. */
  contactMade(): void {
    this.saveSettings({ ...this.settings, contactAt: this.clock.now() });
  }
}
