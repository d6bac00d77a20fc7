import type { UserId } from '../../domain/account/user.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { DownloadList } from '../../ports/download-list.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Erases all downloads of a listener whose account was deleted. Those of other listeners stay (DOWN-8). */
export class EraseDownloads {
  static readonly inject: Inject<typeof EraseDownloads> = [PORTS.downloadList, PORTS.downloadFiles];

  constructor(
    private readonly list: DownloadList,
    private readonly files: DownloadFiles,
  ) {}

  async erase(listener: UserId): Promise<void> {
    this.list.deleteAllOf(listener);
    await this.files.deleteAllOf(listener);
  }
}
