import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Download } from '../../domain/downloads/download.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { coverName, DownloadedFiles } from './downloaded-files.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';
import { heardTracks } from '../../domain/downloads/selection.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import { PlayerState } from '../playback/player-state.ts';
import { UserState } from '../session/user-state.ts';

/** Removes downloads and their files. */
export class RemoveDownloads {
  static readonly inject: Inject<typeof RemoveDownloads> = [
    PORTS.downloadFiles,
    StoredDownloads,
    TransferDownloads,
    DownloadedFiles,
    DownloadsState,
    PORTS.journal,
    PlayerState,
    UserState,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly stored: StoredDownloads,
    private readonly transferDownloads: TransferDownloads,
    private readonly measureSpace: DownloadedFiles,
    private readonly downloads: DownloadsState,
    private readonly journal: PlaybackJournal,
    private readonly player: PlayerState,
    private readonly user: UserState,
  ) {}

  /** Removes a download with its files (DOWN-76). A file that another download also uses stays. */
  async remove(title: ContentId): Promise<void> {
    const download = this.downloads.find(title);
    if (download !== null) await this.removeTracks(download, new Set(download.tracks.map(({ id }) => id)));
  }

  /** Removes some tracks. A download without tracks is removed. */
  async removeTracks(download: Download, removed: ReadonlySet<TrackId>): Promise<void> {
    const { listener, item } = download;
    this.stored.dropTracks(item.id, ({ id }) => removed.has(id));
    this.transferDownloads.run();
    const used = new Set(this.downloads.downloads.flatMap((other) => other.tracks.map(({ id }) => id)));
    const names: string[] = [...removed].filter((id) => !used.has(id));
    if (this.downloads.find(item.id) === null) names.push(coverName(item.id));
    await Promise.all(names.map(async (name) => this.files.delete({ listener, name })));
    await this.measureSpace.measureSpace();
  }

  /** Cancels a download. Its whole tracks stay, and all others are removed (DOWN-6). */
  async cancel(title: ContentId): Promise<void> {
    const download = this.downloads.find(title);
    if (download === null) return;
    const open = download.tracks.filter(({ state }) => state.kind !== 'downloaded').map(({ id }) => id);
    if (open.length > 0) await this.removeTracks(download, new Set(open));
  }

  /** Removes every download of the listener. Those of other listeners stay (DOWN-8). */
  async removeAll(): Promise<void> {
    const titles = this.downloads.downloads.map(({ item }) => item.id);
    await Promise.all(titles.map(async (title) => this.remove(title)));
  }

  /** Removes downloads that were heard to the end, if the listener wants it (DOWN-10). The title in the player stays. */
  async removeHeard(): Promise<void> {
    if (!this.downloads.removesHeard) return;
    const { id: listener } = this.user.user;
    const playing = this.player.track?.contentId ?? null;
    for (const download of this.downloads.downloads) {
      const heard = heardTracks(download, (content) => {
        const saved = content === playing ? null : this.journal.position(content);
        return saved?.listener === listener ? saved : null;
      });
      if (heard.length > 0) await this.removeTracks(download, new Set(heard));
    }
  }

  /** Turns the removal of heard episodes and titles on or off (DOWN-10). */
  setRemovesHeard(removesHeard: boolean): void {
    this.stored.saveSettings({ ...this.stored.settings, removesHeard });
    void this.removeHeard();
  }
}
