import type { DownloadFiles } from '../../ports/download-files.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';

/**
 * Asks the browser to keep the files even if it needs room. A refusal is stored, so that the browser is asked only
 * once (DOWN-86).
 */
export class KeepDownloads {
  static readonly inject: Inject<typeof KeepDownloads> = [
    PORTS.downloadFiles,
    StoredDownloads,
    DownloadsState,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly stored: StoredDownloads,
    private readonly downloads: DownloadsState,
  ) {}

  async keep(): Promise<void> {
    const isPersistent = await this.files.persist();
    this.downloads.setPersistent(isPersistent);
    this.stored.saveSettings({ ...this.stored.settings, refusedToKeep: !isPersistent });
  }
}
