import type { UserId } from '../../domain/account/user.ts';
import { isSameDownload, transcriptsToDownload, type Download } from '../../domain/downloads/download.ts';
import { trackId, type TrackId } from '../../domain/playback/track.ts';
import type { DownloadFiles } from '../../ports/downloads.ts';
import type { Subscription, Network } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { DownloadsState, DOWNLOAD_MESSAGES } from './downloads-state.ts';
import { transcriptName } from './downloaded-transcripts.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';

/** The file name of a cover. No track has such a name, because the ids of tracks contain no `/`. */
export const coverName = (title: ContentId): string => `cover/${title}`;

const keyOf = (listener: UserId, title: ContentId): string => JSON.stringify([listener, title]);

/** The files of the downloads: tracks and covers, their progress, the room that they take, and their removal. */
export class DownloadedFiles {
  static readonly inject: Inject<typeof DownloadedFiles> = [
    PORTS.downloadFiles,
    StoredDownloads,
    DownloadsState,
    TransferDownloads,
    NoticesState,
    PORTS.network,
  ];

  private fetchingCovers: Promise<void> | null = null;
  /** The addresses that were refused. This page does not request them again. */
  private refusedCovers: ReadonlySet<string> = new Set();

  constructor(
    private readonly files: DownloadFiles,
    private readonly stored: StoredDownloads,
    private readonly downloads: DownloadsState,
    private readonly transferDownloads: TransferDownloads,
    private readonly notices: NoticesState,
    private readonly network: Network,
  ) {}

  /**
   * A track whose file is missing, or has another length, is no longer downloaded (DOWN-9). Files and parts of files
   * that belong to no download are deleted. Such a part exists, for example, if a page ended while it removed a
   * download (DOWN-67).
   */
  async check(): Promise<void> {
    const { listener } = this.stored;
    const isSupported = await this.files.isSupported();
    this.downloads.setSupported(isSupported);
    // While the file store is blocked, nothing is known about the files. They may be there at the next visit.
    if (!isSupported) return;
    // The list is read before the files. So a file that another tab finishes meanwhile does not count as missing.
    const { downloads } = this.downloads;
    const found = await this.files.files(listener);
    if (found === null || this.stored.listener !== listener) return;
    const lengths = new Map(found.map(({ name, bytes }) => [name, bytes]));
    for (const { item, tracks } of downloads) {
      const missing = new Map(
        tracks
          .filter(({ id, state }) => state.kind === 'downloaded' && lengths.get(id) !== state.bytes)
          .map(({ id, state }) => [id, state]),
      );
      if (missing.size === 0) continue;
      const isDropped = this.stored.dropTracks(item.id, ({ id, state }) =>
        isSameDownload(state, missing.get(id)),
      );
      if (isDropped) this.notices.post(DOWNLOAD_MESSAGES.evicted);
    }
    await this.files.deleteUnused(listener, (name) => this.isUsed(listener, name));
    await this.showCovers();
  }

  /** Shows the progress of every transfer of this listener, also in other tabs. */
  followProgress(): Subscription {
    return this.files.progress.subscribe(({ file, bytes, total }) => {
      if (file.listener !== this.stored.listener) return;
      const id = trackId(file.name);
      const isWaiting = this.downloads.downloads.some(({ tracks }) =>
        tracks.some((track) => track.id === id && track.state.kind === 'waiting'),
      );
      if (isWaiting) this.downloads.progressed(id, { bytes, total });
    });
  }

  /**
   * True if a download uses the file, or may use it because the list cannot be read (DOWN-88). It reads the stored list
   * again, because another tab may have added a download.
   */
  private isUsed(listener: UserId, name: string): boolean {
    if (this.stored.listener !== listener || this.isShown(name)) return true;
    this.stored.show();
    return this.isShown(name) || !this.stored.isReadable;
  }

  private isShown(name: string): boolean {
    return this.downloads.downloads.some(
      (download) =>
        name === coverName(download.item.id) ||
        download.tracks.some(({ id }) => id === name) ||
        transcriptsToDownload(download).some(({ url }) => name === transcriptName(url)),
    );
  }

  /** Stores the covers of downloads, so that they show without a network. A cover that cannot be fetched is left out. */
  async downloadCover(item: ContentItem): Promise<void> {
    await this.fetchCover(item);
    await this.showCovers();
  }

  /**
   * Fetches missing covers, one after the other (DOWN-68). A cover is missing, for example, if a page ended before it
   * had arrived.
   */
  async fetchMissingCovers(): Promise<void> {
    this.fetchingCovers ??= this.fetchEachCover().finally(() => {
      this.fetchingCovers = null;
    });
    await this.fetchingCovers;
  }

  private async fetchEachCover(): Promise<void> {
    const tried = new Set<string>();
    // The list is read each time, because another listener may have signed in meanwhile.
    const next = (): Download | undefined =>
      this.downloads.downloads.find(
        ({ listener, item: { id, imageUrl } }) =>
          imageUrl !== null &&
          !this.refusedCovers.has(imageUrl) &&
          !tried.has(keyOf(listener, id)) &&
          this.downloads.coverOf(id) === null,
      );
    for (let found = next(); found !== undefined && this.network.isOnline(); found = next()) {
      tried.add(keyOf(found.listener, found.item.id));
      await this.fetchCover(found.item);
    }
    await this.showCovers();
  }

  private async fetchCover({ id, imageUrl }: ContentItem): Promise<void> {
    if (imageUrl === null) return;
    const fetched = await this.files.transfer(
      { listener: this.stored.listener, name: coverName(id) },
      imageUrl,
    );
    // Another attempt would fail in the same way (DOWN-85).
    if (!fetched.ok && fetched.error.kind !== 'unreachable')
      this.refusedCovers = new Set([...this.refusedCovers, imageUrl]);
  }

  async showCovers(): Promise<void> {
    const listener = this.stored.listener;
    const opened = await Promise.all(
      this.downloads.downloads.map(async ({ item }) => {
        const opened = await this.files.open({ listener, name: coverName(item.id) });
        return opened.ok ? [[item.id, opened.value] as const] : [];
      }),
    );
    if (this.stored.listener === listener) this.downloads.setCovers(new Map(opened.flat()));
  }

  /** Finds out how much room the files take and how much is left, and whether the browser promises to keep them. */
  async measureSpace(): Promise<void> {
    const [isSupported, space, isPersistent] = await Promise.all([
      this.files.isSupported(),
      this.files.space(),
      this.files.isPersistent(),
    ]);
    this.downloads.setSupported(isSupported);
    this.downloads.setSpace(space);
    this.downloads.setPersistent(isPersistent);
  }

  /**
   * Asks the browser to keep the files even if it needs room. A refusal is stored, so that the browser is asked only
   * once (DOWN-86).
   */
  async keep(): Promise<void> {
    const isPersistent = await this.files.persist();
    this.downloads.setPersistent(isPersistent);
    this.stored.saveSettings({ ...this.stored.settings, refusedToKeep: !isPersistent });
  }

  /** Removes a download with its files (DOWN-76). A file that another download also uses stays. */
  async remove(title: ContentId): Promise<void> {
    const download = this.downloads.find(title);
    if (download !== null) await this.removeTracks(download, new Set(download.tracks.map(({ id }) => id)));
  }

  /** Removes some tracks. A download without tracks is removed. */
  async removeTracks(download: Download, removed: ReadonlySet<TrackId>): Promise<void> {
    const { listener, item } = download;
    this.stored.dropTracks(item.id, ({ id }) => removed.has(id));
    this.transferDownloads.run();
    const used = new Set(this.downloads.downloads.flatMap((other) => other.tracks.map(({ id }) => id)));
    const names: string[] = [...removed].filter((id) => !used.has(id));
    if (this.downloads.find(item.id) === null) names.push(coverName(item.id));
    for (const { url } of transcriptsToDownload(download))
      if (!this.isShown(transcriptName(url))) names.push(transcriptName(url));
    await Promise.all(names.map(async (name) => this.files.delete({ listener, name })));
    await this.measureSpace();
  }

  /** Cancels a download. Its whole tracks stay, and all others are removed (DOWN-6). */
  async cancel(title: ContentId): Promise<void> {
    const download = this.downloads.find(title);
    if (download === null) return;
    const open = download.tracks.filter(({ state }) => state.kind !== 'downloaded').map(({ id }) => id);
    if (open.length > 0) await this.removeTracks(download, new Set(open));
  }

  /** Removes every download of the listener. Those of other listeners stay (DOWN-8). */
  async removeAll(): Promise<void> {
    const titles = this.downloads.downloads.map(({ item }) => item.id);
    await Promise.all(titles.map(async (title) => this.remove(title)));
  }
}
