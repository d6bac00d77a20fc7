import type { ContentId } from '../../domain/catalogue/content.ts';
import { decideDownloaded, type Download, withTrackStates } from '../../domain/downloads/download.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Catalogue } from '../../ports/content-api.ts';
import type { Network } from '../../ports/network.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';
import { NOBODY } from '../../domain/account/user.ts';
import type { DownloadList } from '../../ports/download-list.ts';
import { DownloadedFiles } from './downloaded-files.ts';
import { RemoveDownloads } from './remove-downloads.ts';
import { TransferDownloads } from './transfer-downloads.ts';

/** How often the provider is asked, and how often the app checks which downloads are paused. */
const PERIOD = milliseconds(60 * 60 * 1000);

/**
 * While there are downloads, asks the provider every hour for the listener and the downloaded titles. Without a
 * network, the last responses decide what may play (DOWN-2, DOWN-3).
 */
class RenewContact {
  static readonly inject: Inject<typeof RenewContact> = [
    PORTS.catalogue,
    PORTS.network,
    PORTS.clock,
    RefreshUser,
    StoredDownloads,
    DownloadsState,
    UserState,
  ];
  private timer: Subscription | null = null;
  /** The provider's answer is a reason to renew the contact, too. */
  private isAsking = false;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly refreshUser: RefreshUser,
    private readonly stored: StoredDownloads,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
  ) {}

  /** Call this when the first download was added, or the last one removed. */
  watch(): void {
    this.stop();
    if (this.downloads.isEmpty) return;
    this.timer = this.clock.every(PERIOD).subscribe(() => void this.renew());
    void this.renew();
  }

  stop(): void {
    this.timer?.unsubscribe();
    this.timer = null;
  }

  async renew(): Promise<void> {
    const { contactAt } = this.stored.settings;
    const isOld = contactAt === null || Math.abs(this.clock.now() - contactAt) >= PERIOD;
    const { id } = this.user.user;
    if (isOld && this.user.isSignedIn && this.network.isOnline() && !this.isAsking) {
      this.isAsking = true;
      const refreshed = await this.refreshUser.refresh();
      this.isAsking = false;
      if (this.user.user.id !== id) return;
      if (refreshed.ok) {
        this.stored.contactMade();
        await this.refreshTitles();
      }
    }
    this.showPaused();
  }

  /**
   * Loads the titles again: a window may have moved, or a title was purchased. Requests them one after the other,
   * because nobody waits for them.
   */
  private async refreshTitles(): Promise<void> {
    for (const { item, listener } of this.downloads.downloads) {
      const fresh = await this.catalogue.content(item.id);
      if (this.user.user.id !== listener) return;
      if (fresh.ok) this.stored.updateTitle(fresh.value);
    }
  }

  private showPaused(): void {
    const { contactAt } = this.stored.settings;
    const isPaused = ({ item }: Download): boolean =>
      decideDownloaded(this.user.user, item, contactAt, this.clock.now()) === 'paused';
    const paused = this.downloads.downloads.filter(isPaused).map(({ item }): ContentId => item.id);
    this.downloads.setPaused(new Set(paused));
  }
}

/**
 * Continues the downloads of the listener after a start, a sign-in, a change in another tab, and when the network
 * returns.
 */
export class FollowDownloads {
  static readonly inject: Inject<typeof FollowDownloads> = [
    PORTS.downloadList,
    PORTS.network,
    StoredDownloads,
    DownloadedFiles,
    TransferDownloads,
    RemoveDownloads,
    RenewContact,
    DownloadsState,
  ];

  constructor(
    private readonly list: DownloadList,
    private readonly network: Network,
    private readonly stored: StoredDownloads,
    private readonly checkFiles: DownloadedFiles,
    private readonly transferDownloads: TransferDownloads,
    private readonly removeHeard: RemoveDownloads,
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

  /** Call this after a sign-in or a sign-out. */
  listenerChanged(): void {
    this.stored.show();
    // This runs also without downloads, because it deletes files that were left behind.
    if (this.stored.listener !== NOBODY.id) void this.resume();
  }

  /** Call this when the first download was added, or the last one removed. */
  watch(): void {
    this.renewContact.watch();
  }

  /**
   * Call this when the provider has answered. The browser may have a network the whole time while nobody answers
   * (DOWN-87).
   */
  providerAnswered(): void {
    if (this.downloads.isEmpty) return;
    this.retryUnreachable();
    this.transferDownloads.run();
    void this.renewContact.renew();
  }

  /** Call this when the player has another track, or none. */
  trackChanged(): void {
    void this.removeHeard.removeHeard();
  }

  private async resume(): Promise<void> {
    await this.checkFiles.check();
    this.retryUnreachable();
    this.transferDownloads.run();
    await this.removeHeard.removeHeard();
    await this.checkFiles.fetchMissingCovers();
  }

  private changedElsewhere(): void {
    this.stored.show();
    this.transferDownloads.run();
    void this.checkFiles.showCovers();
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
