import {
  decideDownloaded,
  type Download,
  type DownloadDecision,
  type DownloadTrack,
  isSameDownload,
  tracksOf,
} from '../../domain/downloads/download.ts';
import type { Clock } from '../../ports/platform.ts';
import type { DownloadFiles } from '../../ports/downloads.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState, DOWNLOAD_MESSAGES } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';
import type { ContentId } from '../../domain/catalogue/content.ts';
import { ok } from '../../domain/result.ts';
import type { AudioDetail } from '../catalogue/load-pages.ts';
import { Lists } from '../catalogue/lists.ts';

type Found = { readonly download: Download; readonly track: DownloadTrack };

/** Downloaded titles: playable addresses of their tracks, and their page. */
export class DownloadedAudio {
  static readonly inject: Inject<typeof DownloadedAudio> = [
    PORTS.downloadFiles,
    DownloadsState,
    StoredDownloads,
    UserState,
    NoticesState,
    PORTS.clock,
    Lists,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly downloads: DownloadsState,
    private readonly stored: StoredDownloads,
    private readonly user: UserState,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
    private readonly lists: Lists,
  ) {}

  /** True if the track at this media address is downloaded, and may play. */
  has(src: string): boolean {
    return this.find(src) !== null;
  }

  /**
   * The address of the file of a track. Null if the track is not downloaded or may not play (DOWN-2, DOWN-77). If the
   * browser has removed the file, the track no longer counts as downloaded, and the listener is told (DOWN-9).
   */
  async addressOf(src: string): Promise<string | null> {
    const found = this.find(src);
    if (found === null) return null;
    const { download, track } = found;
    const file = { listener: download.listener, name: track.id };
    const opened = await this.files.open(file);
    if (opened.ok) return opened.value;
    // The file may be whole, and readable later (DOWN-83).
    if (opened.error.kind === 'unreadable') return null;
    // While the file store is blocked, nothing is known about the file. It may be there at the next visit (DOWN-82).
    if (!(await this.files.isSupported())) return null;
    // Another tab may have downloaded the track again, or removed it (DOWN-84).
    const wasDropped = this.stored.dropTracks(
      download.item.id,
      ({ id, state }) => id === track.id && isSameDownload(state, track.state),
    );
    if (!wasDropped) return null;
    const isUsed = this.downloads.downloads.some(({ tracks }) => tracks.some(({ id }) => id === track.id));
    // Deletes what is left of a file that was cut short (DOWN-78).
    if (!isUsed) void this.files.delete(file);
    this.notices.post(DOWNLOAD_MESSAGES.evicted);
    return null;
  }

  /** Tells the listener if a track waits for the next contact with the provider (DOWN-3). */
  explainPause(src: string): void {
    const isPaused = this.downloaded(src).some(({ download }) => this.decide(download) === 'paused');
    if (isPaused) this.notices.post(DOWNLOAD_MESSAGES.paused);
  }

  private find(src: string): Found | null {
    return this.downloaded(src).find(({ download }) => this.decide(download) === 'play') ?? null;
  }

  private downloaded(src: string): readonly Found[] {
    return this.downloads.downloads.flatMap((download) =>
      download.tracks
        .filter((track) => track.src === src && track.state.kind === 'downloaded')
        .map((track) => ({ download, track })),
    );
  }

  private decide({ item }: Download): DownloadDecision {
    return decideDownloaded(this.user.user, item, this.stored.settings.contactAt, this.clock.now());
  }

  /**
   * The page of a downloaded title, made of what is stored: the title, and the tracks that were chosen (DOWN-61).
   *
   * @returns null if the title is not downloaded
   */
  load(title: ContentId): AudioDetail | null {
    const download = this.downloads.find(title);
    if (download === null) return null;
    const tracks = tracksOf(download);
    return { item: download.item, tracks: this.lists.open(async () => ok({ items: tracks, next: null })) };
  }
}
