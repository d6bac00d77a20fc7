import type { DownloadFiles } from '../../ports/download-files.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DownloadsState } from './downloads-state.ts';

/** Finds out how much room the files take and how much is left, and whether the browser promises to keep them. */
export class MeasureSpace {
  static readonly inject: Inject<typeof MeasureSpace> = [PORTS.downloadFiles, DownloadsState];

  constructor(
    private readonly files: DownloadFiles,
    private readonly downloads: DownloadsState,
  ) {}

  async measure(): Promise<void> {
    const [isSupported, space, isPersistent] = await Promise.all([
      this.files.isSupported(),
      this.files.space(),
      this.files.isPersistent(),
    ]);
    this.downloads.setSupported(isSupported);
    this.downloads.setSpace(space);
    this.downloads.setPersistent(isPersistent);
  }
}
