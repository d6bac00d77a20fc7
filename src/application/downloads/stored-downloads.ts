import type { UserId } from '../../domain/account/user.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import {
  decideDownloaded,
  updatedDownload,
  type Download,
  type DownloadTrack,
} from '../../domain/downloads/download.ts';
import { ok, type Result } from '../../domain/result.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock, Subscription, Network, StoreFailure } from '../../ports/platform.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import type { DownloadList, DownloadSettings, DownloadFiles } from '../../ports/downloads.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState } from './downloads-state.ts';

/** How often the provider is asked, and how often the app checks which downloads are paused. */
const PERIOD = milliseconds(60 * 60 * 1000);

/**
 * The stored downloads of the listener: changes and shows them, and keeps in contact with the provider, which decides what
 * may play.
 */
export class StoredDownloads {
  static readonly inject: Inject<typeof StoredDownloads> = [
    PORTS.downloadList,
    DownloadsState,
    UserState,
    PORTS.clock,
    PORTS.downloadFiles,
    PORTS.catalogue,
    PORTS.network,
    RefreshUser,
  ];
  private timer: Subscription | null = null;
  /** The provider's response is a reason to renew the contact, too. */
  private isAsking = false;

  constructor(
    private readonly list: DownloadList,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly clock: Clock,
    private readonly files: DownloadFiles,
    private readonly catalogue: Catalogue,
    private readonly network: Network,
    private readonly refreshUser: RefreshUser,
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

  /**
   * Call this when the first download was added, or the last one removed. While there are downloads, the provider is asked
   * every hour for the listener and the downloaded titles. Without a network, the last responses decide what may play
   * (DOWN-2, DOWN-3).
   */
  watch(): void {
    this.stopAsking();
    if (this.downloads.isEmpty) return;
    this.timer = this.clock.every(PERIOD).subscribe(() => void this.renewContact());
    void this.renewContact();
  }

  stopAsking(): void {
    this.timer?.unsubscribe();
    this.timer = null;
  }

  /** Asks the provider for the listener and the downloaded titles, if the last response is old. */
  async renewContact(): Promise<void> {
    const { contactAt } = this.settings;
    const isOld = contactAt === null || Math.abs(this.clock.now() - contactAt) >= PERIOD;
    const { id } = this.user.user;
    if (isOld && this.user.isSignedIn && this.network.isOnline() && !this.isAsking) {
      this.isAsking = true;
      const refreshed = await this.refreshUser.refresh();
      this.isAsking = false;
      if (this.user.user.id !== id) return;
      if (refreshed.ok) {
        this.contactMade();
        await this.refreshTitles();
      }
    }
    this.showPaused();
  }

  /**
   * Loads the titles again: a window may have moved, or a title was purchased. Requests them one after the other,
   * because nobody waits for them.
   */
  private async refreshTitles(): Promise<void> {
    for (const { item, listener } of this.downloads.downloads) {
      const fresh = await this.catalogue.content(item.id);
      if (this.user.user.id !== listener) return;
      if (fresh.ok) this.updateTitle(fresh.value);
    }
  }

  private showPaused(): void {
    const { contactAt } = this.settings;
    const isPaused = ({ item }: Download): boolean =>
      decideDownloaded(this.user.user, item, contactAt, this.clock.now()) === 'paused';
    const paused = this.downloads.downloads.filter(isPaused).map(({ item }): ContentId => item.id);
    this.downloads.setPaused(new Set(paused));
  }
}
