import type { ContentId } from '../../domain/catalogue/content.ts';
import { withTrackStates } from '../../domain/downloads/download.ts';
import type { Inject } from '../../ports/tokens.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';

/** Stops a download until the listener continues it. What has been transferred stays (DOWN-63). */
export class StopDownload {
  static readonly inject: Inject<typeof StopDownload> = [StoredDownloads, TransferDownloads];

  constructor(
    private readonly stored: StoredDownloads,
    private readonly transferDownloads: TransferDownloads,
  ) {}

  stop(title: ContentId): void {
    this.stored.change(title, (download) =>
      withTrackStates(download, ({ state }) => (state.kind === 'waiting' ? { kind: 'stopped' } : state)),
    );
    this.transferDownloads.run();
  }
}
