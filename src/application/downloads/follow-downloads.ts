import { withTrackStates } from '../../domain/downloads/download.ts';
import { heardTracks } from '../../domain/downloads/selection.ts';
import type { Subscription, Network } from '../../ports/platform.ts';
import type { PlaybackJournal } from '../../ports/stored-positions.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlayerState } from '../player-state.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { NOBODY } from '../../domain/account/user.ts';
import type { DownloadList } from '../../ports/downloads.ts';
import { DownloadedFiles } from './downloaded-files.ts';
import { TransferDownloads } from './transfer-downloads.ts';

/**
 * Continues the downloads of the listener after a start, a sign-in, a change in another tab, and when the network
 * returns. Removes what was heard, if the listener wants it.
 */
export class FollowDownloads {
  static readonly inject: Inject<typeof FollowDownloads> = [
    PORTS.downloadList,
    PORTS.network,
    StoredDownloads,
    DownloadedFiles,
    TransferDownloads,
    DownloadsState,
    PlayerState,
    PORTS.journal,
  ];

  constructor(
    private readonly list: DownloadList,
    private readonly network: Network,
    private readonly stored: StoredDownloads,
    private readonly files: DownloadedFiles,
    private readonly transferDownloads: TransferDownloads,
    private readonly downloads: DownloadsState,
    private readonly player: PlayerState,
    private readonly journal: PlaybackJournal,
  ) {}

  start(): Subscription {
    const followed = [
      this.list.changedElsewhere.subscribe(() => this.changedElsewhere()),
      this.network.returned.subscribe(() => {
        this.providerResponded();
        void this.files.fetchMissingCovers();
      }),
      this.files.followProgress(),
    ];
    this.listenerChanged();
    return {
      unsubscribe: () => {
        this.stored.stopAsking();
        for (const subscription of followed) subscription.unsubscribe();
      },
    };
  }

  /** Call this after a sign-in or a sign-out. */
  listenerChanged(): void {
    this.stored.show();
    // This runs also without downloads, because it deletes files that were left behind.
    if (this.stored.listener !== NOBODY.id) void this.resume();
  }

  /** Call this when the first download was added, or the last one removed. */
  watch(): void {
    this.stored.watch();
  }

  /**
   * Call this when the provider has responded. The browser may have a network the whole time while the provider does not respond
   * (DOWN-87).
   */
  providerResponded(): void {
    if (this.downloads.isEmpty) return;
    this.retryUnreachable();
    this.transferDownloads.run();
    void this.stored.renewContact();
  }

  /** Call this when the player has another track, or none. */
  trackChanged(): void {
    void this.removeHeard();
  }

  /** Removes downloads that were heard to the end, if the listener wants it (DOWN-10). The title in the player stays. */
  async removeHeard(): Promise<void> {
    if (!this.downloads.removesHeard) return;
    const { listener } = this.stored;
    const playing = this.player.track?.contentId ?? null;
    for (const download of this.downloads.downloads) {
      const heard = heardTracks(download, (content) => {
        const saved = content === playing ? null : this.journal.position(content);
        return saved?.listener === listener ? saved : null;
      });
      if (heard.length > 0) await this.files.removeTracks(download, new Set(heard));
    }
  }

  /** Turns the removal of heard episodes and titles on or off (DOWN-10). */
  setRemovesHeard(removesHeard: boolean): void {
    this.stored.saveSettings({ ...this.stored.settings, removesHeard });
    void this.removeHeard();
  }

  private async resume(): Promise<void> {
    await this.files.check();
    this.retryUnreachable();
    this.transferDownloads.run();
    await this.removeHeard();
    await this.files.fetchMissingCovers();
  }

  private changedElsewhere(): void {
    this.stored.show();
    this.transferDownloads.run();
    void this.files.showCovers();
  }

  private retryUnreachable(): void {
    if (this.downloads.app === 'unreachable') this.downloads.retryApp();
    for (const { item, tracks } of this.downloads.downloads) {
      if (!tracks.some(({ state }) => state.kind === 'failed')) continue;
      this.stored.change(item.id, (download) =>
        withTrackStates(download, ({ state }) =>
          state.kind === 'failed' && state.reason === 'unreachable' ? { kind: 'waiting' } : state,
        ),
      );
    }
  }
}
