import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { Network } from '../../ports/network.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState } from './downloads-state.ts';

/** The name of a cover among the files. No track has such a name, because `/` is part of no id that an address names. */
export const coverName = (title: ContentId): string => `cover/${title}`;

/** Stores the covers of downloads, so that they show without a network. A cover that cannot be fetched is left out. */
export class DownloadCover {
  static readonly inject: Inject<typeof DownloadCover> = [
    PORTS.downloadFiles,
    DownloadsState,
    UserState,
    PORTS.network,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly network: Network,
  ) {}

  async download({ id, imageUrl }: ContentItem): Promise<void> {
    const listener = this.user.user.id;
    if (imageUrl === null) return;
    await this.files.transfer({ listener, name: coverName(id) }, imageUrl);
    await this.show();
  }

  /** Fetches the covers that are missing, for example because a page ended meanwhile, one after the other (DOWN-68). */
  async fetchMissing(): Promise<void> {
    const { downloads } = this.downloads;
    for (const { listener, item } of downloads) {
      const isWanted = this.user.user.id === listener && this.downloads.find(item.id) !== null;
      if (isWanted && this.network.isOnline() && this.downloads.coverOf(item.id) === null)
        await this.download(item);
    }
  }

  /** Shows the stored covers. */
  async show(): Promise<void> {
    const listener = this.user.user.id;
    const opened = await Promise.all(
      this.downloads.downloads.map(async ({ item }) => {
        const opened = await this.files.open({ listener, name: coverName(item.id) });
        return opened.ok ? [[item.id, opened.value] as const] : [];
      }),
    );
    if (this.user.user.id === listener) this.downloads.setCovers(new Map(opened.flat()));
  }
}
