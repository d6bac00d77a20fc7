import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Download } from '../../domain/downloads/download.ts';
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

  save(download: Download): Result<void, StoreFailure> {
    const saved = this.list.save(download);
    this.show();
    return saved;
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
