import { NOBODY } from '../../domain/account/user.ts';
import { withTrackStates } from '../../domain/downloads/download.ts';
import type { DownloadList } from '../../ports/download-list.ts';
import type { Network } from '../../ports/network.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { CheckFiles } from './check-files.ts';
import { DownloadsState } from './downloads-state.ts';
import { RemoveHeard } from './remove-heard.ts';
import { RenewContact } from './renew-contact.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';

/**
 * Keeps the downloads of the listener going: after a start, a return of the network, a change in another tab, and for each
 * listener who signs in.
 */
export class FollowDownloads {
  static readonly inject: Inject<typeof FollowDownloads> = [
    PORTS.downloadList,
    PORTS.network,
    StoredDownloads,
    CheckFiles,
    TransferDownloads,
    RemoveHeard,
    RenewContact,
    DownloadsState,
  ];

  constructor(
    private readonly list: DownloadList,
    private readonly network: Network,
    private readonly stored: StoredDownloads,
    private readonly checkFiles: CheckFiles,
    private readonly transferDownloads: TransferDownloads,
    private readonly removeHeard: RemoveHeard,
    private readonly renewContact: RenewContact,
    private readonly downloads: DownloadsState,
  ) {}

  start(): Subscription {
    const followed = [
      this.list.changedElsewhere.subscribe(() => this.changedElsewhere()),
      this.network.returned.subscribe(() => {
        this.providerAnswered();
        void this.checkFiles.fetchMissingCovers();
      }),
      this.checkFiles.followProgress(),
    ];
    this.listenerChanged();
    return {
      unsubscribe: () => {
        this.renewContact.stop();
        for (const subscription of followed) subscription.unsubscribe();
      },
    };
  }

  /** Somebody else is signed in, or nobody. */
  listenerChanged(): void {
    this.stored.show();
    // Also without downloads: what was left behind is deleted.
    if (this.stored.listener !== NOBODY.id) void this.resume();
  }

  /** The listener has a first download, or none any more. */
  watch(): void {
    this.renewContact.watch();
  }

  /**
   * The provider can be reached. The browser does not always say so: its network may be there while nobody answers
   * (DOWN-87).
   */
  providerAnswered(): void {
    if (this.downloads.isEmpty) return;
    this.retryUnreachable();
    this.transferDownloads.run();
    void this.renewContact.renew();
  }

  /** The player has moved to another track, or has none any more. */
  trackChanged(): void {
    void this.removeHeard.remove();
  }

  private async resume(): Promise<void> {
    await this.checkFiles.check();
    this.retryUnreachable();
    this.transferDownloads.run();
    await this.removeHeard.remove();
    await this.checkFiles.fetchMissingCovers();
  }

  private changedElsewhere(): void {
    this.stored.show();
    this.transferDownloads.run();
    void this.checkFiles.showCovers();
  }

  private retryUnreachable(): void {
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
