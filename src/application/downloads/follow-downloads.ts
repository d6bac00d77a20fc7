import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Download } from '../../domain/downloads/download.ts';
import { decideDownloaded } from '../../domain/downloads/pause.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DownloadList } from '../../ports/download-list.ts';
import type { Network } from '../../ports/network.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { CheckFiles } from './check-files.ts';
import { DownloadsState } from './downloads-state.ts';
import { RemoveHeard } from './remove-heard.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';

/** How often the pause without contact, and the contact itself, are looked at. */
const PERIOD = milliseconds(60 * 60 * 1000);

/**
 * Keeps the downloads of the listener going: after a start, a return of the network, a change in another tab, and for each
 * listener who signs in.
 */
export class FollowDownloads {
  static readonly inject: Inject<typeof FollowDownloads> = [
    PORTS.downloadList,
    PORTS.network,
    PORTS.clock,
    StoredDownloads,
    CheckFiles,
    TransferDownloads,
    RemoveHeard,
    RefreshUser,
    DownloadsState,
    UserState,
  ];
  private timer: Subscription | null = null;

  constructor(
    private readonly list: DownloadList,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly stored: StoredDownloads,
    private readonly checkFiles: CheckFiles,
    private readonly transferDownloads: TransferDownloads,
    private readonly removeHeard: RemoveHeard,
    private readonly refreshUser: RefreshUser,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
  ) {}

  start(): Subscription {
    const followed = [
      this.list.changedElsewhere.subscribe(() => this.changedElsewhere()),
      this.network.returned.subscribe(() => this.networkReturned()),
      this.checkFiles.followProgress(),
    ];
    this.listenerChanged();
    return {
      unsubscribe: () => {
        this.timer?.unsubscribe();
        for (const subscription of followed) subscription.unsubscribe();
      },
    };
  }

  /** Somebody else is signed in, or nobody. */
  listenerChanged(): void {
    this.stored.show();
    if (!this.downloads.isEmpty) void this.resume();
  }

  /** The listener has a first download, or none any more. Looks at the contact only as long as there are downloads. */
  watch(): void {
    this.timer?.unsubscribe();
    this.timer = null;
    if (this.downloads.isEmpty) return;
    this.timer = this.clock.every(PERIOD).subscribe(() => void this.renewContact());
    void this.renewContact();
  }

  /** The player has moved to another track, or has none any more. */
  trackChanged(): void {
    void this.removeHeard.remove();
  }

  private async resume(): Promise<void> {
    const { id } = this.user.user;
    await this.checkFiles.check();
    if (this.user.user.id !== id) return;
    this.retryUnreachable();
    this.transferDownloads.run();
    await this.removeHeard.remove();
  }

  private changedElsewhere(): void {
    this.stored.show();
    this.transferDownloads.run();
    void this.checkFiles.showCovers();
  }

  private networkReturned(): void {
    if (this.downloads.isEmpty) return;
    this.retryUnreachable();
    this.transferDownloads.run();
    void this.renewContact();
  }

  private retryUnreachable(): void {
    for (const download of this.downloads.downloads) {
      const tracks = download.tracks.map((track) =>
        track.state.kind === 'failed' && track.state.reason === 'unreachable'
          ? { ...track, state: { kind: 'waiting' } as const }
          : track,
      );
      if (tracks.some((track, at) => track !== download.tracks[at]))
        this.stored.save({ ...download, tracks });
    }
  }

  /** Asks the provider for the listener if it was not heard of for a while (DOWN-3). */
  private async renewContact(): Promise<void> {
    const { contactAt } = this.stored.settings;
    const isOld = contactAt === null || Math.abs(this.clock.now() - contactAt) >= PERIOD;
    if (isOld && this.user.isSignedIn && this.network.isOnline()) {
      const { id } = this.user.user;
      const refreshed = await this.refreshUser.refresh();
      if (refreshed.ok && this.user.user.id === id) this.stored.contactMade();
    }
    this.showPaused();
  }

  private showPaused(): void {
    const { contactAt } = this.stored.settings;
    const isPaused = ({ item }: Download): boolean =>
      decideDownloaded(this.user.user, item, contactAt, this.clock.now()) === 'paused';
    const paused = this.downloads.downloads.filter(isPaused).map(({ item }): ContentId => item.id);
    this.downloads.setPaused(new Set(paused));
  }
}
