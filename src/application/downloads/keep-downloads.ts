import type { DownloadFiles } from '../../ports/download-files.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadsState } from './downloads-state.ts';

/** Asks the browser to keep the files when it needs room. */
export class KeepDownloads {
  static readonly inject: Inject<typeof KeepDownloads> = [PORTS.downloadFiles, DownloadsState];

  constructor(
    private readonly files: DownloadFiles,
    private readonly downloads: DownloadsState,
  ) {}

  /** @returns whether the browser promises it */
  async keep(): Promise<boolean> {
    const isPersistent = await this.files.persist();
    this.downloads.setPersistent(isPersistent);
    return isPersistent;
  }
}
