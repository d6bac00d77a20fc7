import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Inject } from '../../ports/tokens.ts';
import { DownloadsState } from './downloads-state.ts';
import { RemoveDownload } from './remove-download.ts';

/** Cancels a download. Its whole tracks stay, and all others are removed (DOWN-6). */
export class CancelDownload {
  static readonly inject: Inject<typeof CancelDownload> = [DownloadsState, RemoveDownload];

  constructor(
    private readonly downloads: DownloadsState,
    private readonly removeDownload: RemoveDownload,
  ) {}

  async cancel(title: ContentId): Promise<void> {
    const download = this.downloads.find(title);
    if (download === null) return;
    const open = download.tracks.filter(({ state }) => state.kind !== 'downloaded').map(({ id }) => id);
    if (open.length > 0) await this.removeDownload.removeTracks(download, new Set(open));
  }
}
