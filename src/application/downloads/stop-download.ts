import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Inject } from '../../ports/tokens.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';

/** Stops a download until the listener continues it. What has been transferred stays (DOWN-63). */
export class StopDownload {
  static readonly inject: Inject<typeof StopDownload> = [DownloadsState, StoredDownloads, TransferDownloads];

  constructor(
    private readonly downloads: DownloadsState,
    private readonly stored: StoredDownloads,
    private readonly transferDownloads: TransferDownloads,
  ) {}

  stop(title: ContentId): void {
    const download = this.downloads.find(title);
    if (download === null) return;
    const tracks = download.tracks.map((track) =>
      track.state.kind === 'waiting' ? { ...track, state: { kind: 'stopped' } as const } : track,
    );
    this.stored.save({ ...download, tracks });
    this.transferDownloads.run();
  }
}
