import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Download } from '../../domain/downloads/download.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { coverName } from './download-cover.ts';
import { DownloadsState } from './downloads-state.ts';
import { MeasureSpace } from './measure-space.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';

/** Removes a download with its files (DOWN-76). A file that another download also uses stays. */
export class RemoveDownload {
  static readonly inject: Inject<typeof RemoveDownload> = [
    PORTS.downloadFiles,
    StoredDownloads,
    TransferDownloads,
    MeasureSpace,
    DownloadsState,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly stored: StoredDownloads,
    private readonly transferDownloads: TransferDownloads,
    private readonly measureSpace: MeasureSpace,
    private readonly downloads: DownloadsState,
  ) {}

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
    await this.measureSpace.measure();
  }
}
