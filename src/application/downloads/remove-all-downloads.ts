import type { Inject } from '../../ports/tokens.ts';
import { DownloadsState } from './downloads-state.ts';
import { RemoveDownload } from './remove-download.ts';

/** Removes every download of the listener. Those of other listeners stay (DOWN-8). */
export class RemoveAllDownloads {
  static readonly inject: Inject<typeof RemoveAllDownloads> = [DownloadsState, RemoveDownload];

  constructor(
    private readonly downloads: DownloadsState,
    private readonly removeDownload: RemoveDownload,
  ) {}

  async removeAll(): Promise<void> {
    const titles = this.downloads.downloads.map(({ item }) => item.id);
    await Promise.all(titles.map(async (title) => this.removeDownload.remove(title)));
  }
}
