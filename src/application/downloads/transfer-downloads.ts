import {
  withTrackStates,
  type Download,
  type DownloadTrack,
  type StoredTrackState,
} from '../../domain/downloads/download.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Inject } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { CancellationSwitch } from './cancellation-switch.ts';
import { DOWNLOAD_MESSAGES } from './download-messages.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoreApp } from './store-app.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferTrack } from './transfer-track.ts';

/** How many files are transferred at a time. */
const MOST_AT_ONCE = 2;

/** Transfers the waiting tracks, several at a time, the oldest request first (DOWN-4). */
export class TransferDownloads {
  static readonly inject: Inject<typeof TransferDownloads> = [
    TransferTrack,
    StoreApp,
    StoredDownloads,
    DownloadsState,
    NoticesState,
  ];
  /** Tracks whose outcome could not be stored. This page does not transfer them again. */
  private unsaved: ReadonlySet<TrackId> = new Set();
  private running: ReadonlyMap<TrackId, CancellationSwitch> = new Map();

  constructor(
    private readonly transferTrack: TransferTrack,
    private readonly storeApp: StoreApp,
    private readonly stored: StoredDownloads,
    private readonly downloads: DownloadsState,
    private readonly notices: NoticesState,
  ) {}

  /**
   * Starts transfers of waiting tracks, up to the limit. Cancels transfers of tracks that do not wait any more. Stores
   * the app itself meanwhile.
   */
  run(): void {
    this.storeApp.run();
    const oldestFirst = this.downloads.downloads.toReversed();
    const waiting = oldestFirst.flatMap((download) =>
      download.tracks
        .filter(({ state }) => state.kind === 'waiting')
        .map((track) => ({ download, track }) as const),
    );
    const wanted = new Set(waiting.map(({ track }) => track.id));
    for (const [id, cancellation] of this.running) if (!wanted.has(id)) cancellation.abort();
    for (const { download, track } of waiting) {
      if (this.running.size >= MOST_AT_ONCE) return;
      if (!this.running.has(track.id) && !this.unsaved.has(track.id)) void this.transfer(download, track);
    }
  }

  /**
   * Call this when the session has ended. Written data stays. The transfer goes on when the same listener signs in
   * again.
   */
  reset(): void {
    for (const cancellation of this.running.values()) cancellation.abort();
  }

  private async transfer(download: Download, track: DownloadTrack): Promise<void> {
    const cancellation = new CancellationSwitch();
    this.running = new Map([...this.running, [track.id, cancellation]]);
    const outcome = await this.transferTrack.transfer(download, track, cancellation);
    this.running = new Map([...this.running].filter(([id]) => id !== track.id));
    this.downloads.transferEnded(track.id);
    if (outcome.kind !== 'stopped') this.store(download.listener, track.id, outcome);
    this.run();
  }

  /** The same file may belong to several titles, for example an episode that is also in a collection. */
  private store(listener: UserId, id: TrackId, state: StoredTrackState): void {
    if (this.stored.listener !== listener) return;
    // The list is read again, so what another tab has removed is not brought back (DOWN-66).
    this.stored.show();
    const waiting = this.downloads.downloads.filter(({ tracks }) =>
      tracks.some((track) => track.id === id && track.state.kind === 'waiting'),
    );
    if (state.kind === 'failed' && waiting.length > 0) this.notices.post(DOWNLOAD_MESSAGES[state.reason]);
    for (const { item } of waiting) {
      const stored = this.stored.change(item.id, (download) =>
        withTrackStates(download, (track) =>
          track.id === id && track.state.kind === 'waiting' ? state : track.state,
        ),
      );
      if (stored.ok) continue;
      this.unsaved = new Set([...this.unsaved, id]);
      this.notices.post(DOWNLOAD_MESSAGES.full);
    }
  }
}
