import type { UserId } from '../../domain/account/user.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import type { Download } from '../../domain/downloads/download.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { Network } from '../../ports/network.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState } from './downloads-state.ts';

/** The file name of a cover. No track has such a name, because the ids of tracks contain no `/`. */
export const coverName = (title: ContentId): string => `cover/${title}`;

const keyOf = (listener: UserId, title: ContentId): string => JSON.stringify([listener, title]);

/** Stores the covers of downloads, so that they show without a network. A cover that cannot be fetched is left out. */
export class DownloadCover {
  static readonly inject: Inject<typeof DownloadCover> = [
    PORTS.downloadFiles,
    DownloadsState,
    UserState,
    PORTS.network,
  ];

  private fetching: Promise<void> | null = null;
  /** The addresses that were refused. This page does not request them again. */
  private refused: ReadonlySet<string> = new Set();

  constructor(
    private readonly files: DownloadFiles,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly network: Network,
  ) {}

  async download(item: ContentItem): Promise<void> {
    await this.fetch(item);
    await this.show();
  }

  /**
   * Fetches missing covers, one after the other (DOWN-68). A cover is missing, for example, if a page ended before it
   * had arrived.
   */
  async fetchMissing(): Promise<void> {
    this.fetching ??= this.fetchEach().finally(() => {
      this.fetching = null;
    });
    await this.fetching;
  }

  private async fetchEach(): Promise<void> {
    const tried = new Set<string>();
    // The list is read each time, because another listener may have signed in meanwhile.
    const next = (): Download | undefined =>
      this.downloads.downloads.find(
        ({ listener, item: { id, imageUrl } }) =>
          imageUrl !== null &&
          !this.refused.has(imageUrl) &&
          !tried.has(keyOf(listener, id)) &&
          this.downloads.coverOf(id) === null,
      );
    for (let found = next(); found !== undefined && this.network.isOnline(); found = next()) {
      tried.add(keyOf(found.listener, found.item.id));
      await this.fetch(found.item);
    }
    await this.show();
  }

  private async fetch({ id, imageUrl }: ContentItem): Promise<void> {
    if (imageUrl === null) return;
    const fetched = await this.files.transfer({ listener: this.user.user.id, name: coverName(id) }, imageUrl);
    // Another attempt would fail in the same way (DOWN-85).
    if (!fetched.ok && fetched.error.kind !== 'unreachable')
      this.refused = new Set([...this.refused, imageUrl]);
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
