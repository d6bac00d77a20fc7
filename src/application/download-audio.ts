import type { ContentItem, ContentId } from '../domain/catalogue/content.ts';
import type { Clock } from '../ports/platform.ts';
import { type Inject, PORTS } from '../ports/tokens.ts';
import { NoticesState, MESSAGES } from './notices-state.ts';
import { DownloadsState, DOWNLOAD_MESSAGES } from './downloads/downloads-state.ts';
import { DownloadedFiles } from './downloads/downloaded-files.ts';
import { type DownloadTrack, tracksOf, withTrackStates } from '../domain/downloads/download.ts';
import { childrenFor, selectTracks, WHOLE, type DownloadSelection } from '../domain/downloads/selection.ts';
import { formatTracks } from '../domain/playback/track.ts';
import { DecideToPlay } from './playback/decide-to-play.ts';
import { LoadPlayback, type TitleParts } from './playback/load-playback.ts';
import { StoredDownloads } from './downloads/stored-downloads.ts';
import { TransferDownloads } from './downloads/transfer-downloads.ts';

/**
 * Downloads titles or parts of them. The rule of the Play click decides. A refusal shows what a refused Play click
 * shows: the offer or the reason (DOWN-1).
 */
export class DownloadAudio {
  static readonly inject: Inject<typeof DownloadAudio> = [
    DecideToPlay,
    LoadPlayback,
    StoredDownloads,
    TransferDownloads,
    DownloadedFiles,
    DownloadsState,
    NoticesState,
    PORTS.clock,
  ];

  constructor(
    private readonly decideToPlay: DecideToPlay,
    private readonly loadPlayback: LoadPlayback,
    private readonly stored: StoredDownloads,
    private readonly transferDownloads: TransferDownloads,
    private readonly files: DownloadedFiles,
    private readonly downloads: DownloadsState,
    private readonly notices: NoticesState,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the selected tracks to what is downloaded of the title. A track that failed is tried again. False if nothing was
   * added.
   */
  async download(item: ContentItem, selection: DownloadSelection = WHOLE): Promise<boolean> {
    if (!(await this.decideToPlay.allowsDownload(item)) || !(await this.hasStore())) return false;
    const { listener } = this.stored;
    const parts = await this.loadPlayback.loadParts(item);
    // The listener has signed out in the meantime.
    if (listener !== this.stored.listener) return false;
    if (!parts.ok) {
      this.notices.post(DOWNLOAD_MESSAGES.notLoaded);
      return false;
    }
    return this.add(parts.value, selection);
  }

  /** Tells the listener if this browser stores no files. Only downloads need them (DOWN-18). */
  private async hasStore(): Promise<boolean> {
    await this.files.measureSpace();
    if (this.downloads.isSupported !== false) return true;
    this.notices.post(DOWNLOAD_MESSAGES.blocked);
    return false;
  }

  /** Tries the failed tracks of a title again, and continues the stopped ones (DOWN-63). */
  retry(title: ContentId): void {
    this.downloads.retryApp();
    this.stored.change(title, (download) =>
      withTrackStates(download, (track) => (hasEnded(track) ? { kind: 'waiting' } : track.state)),
    );
    this.transferDownloads.run();
  }

  private add({ item, children }: TitleParts, selection: DownloadSelection): boolean {
    const all = formatTracks(item, children);
    const chosen = new Set(selectTracks(all, selection, this.clock.now()).map(({ id }) => id));
    // Another tab may have removed something meanwhile.
    this.stored.show();
    const before = this.downloads.find(item.id);
    const tracks = all.flatMap(({ id, src }): readonly DownloadTrack[] => {
      const earlier = before?.tracks.find((track) => track.id === id);
      if (earlier !== undefined && (!hasEnded(earlier) || !chosen.has(id))) return [earlier];
      return chosen.has(id) ? [{ id, src, state: { kind: 'waiting' } }] : [];
    });
    // A podcast may no longer list an episode that was downloaded before. The episode stays.
    const listed = new Set(all.map(({ id }) => id));
    const unlisted = before?.tracks.filter(({ id }) => !listed.has(id)) ?? [];
    if (tracks.length === 0) {
      this.notices.post(MESSAGES.playFailed);
      return false;
    }
    const kept = all.filter(({ id }) => tracks.some((track) => track.id === id));
    const oldChildren =
      before === null ? [] : childrenFor(before.children, tracksOf({ ...before, tracks: unlisted }));
    const saved = this.stored.add({
      item,
      children: [...childrenFor(children, kept), ...oldChildren],
      tracks: [...tracks, ...unlisted],
    });
    if (!saved.ok) {
      this.notices.post(saved.error.kind === 'full' ? DOWNLOAD_MESSAGES.full : DOWNLOAD_MESSAGES.blocked);
      return false;
    }
    this.downloads.retryApp();
    this.transferDownloads.run();
    void this.files.downloadCover(item);
    return true;
  }

  /** Stops a download until the listener continues it. What has been transferred stays (DOWN-63). */
  stop(title: ContentId): void {
    this.stored.change(title, (download) =>
      withTrackStates(download, ({ state }) => (state.kind === 'waiting' ? { kind: 'stopped' } : state)),
    );
    this.transferDownloads.run();
  }
}

/** True if the track is not downloaded, and does not wait for a transfer. */
const hasEnded = ({ state }: DownloadTrack): boolean => state.kind === 'failed' || state.kind === 'stopped';
