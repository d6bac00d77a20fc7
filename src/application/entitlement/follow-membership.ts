import { milliseconds, type Instant } from '../../domain/time.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentCache } from '../../ports/content-cache.ts';
import type { Subscription } from '../../ports/signal.ts';
import { LoadPurchases } from './load-purchases.ts';
import { RefreshUser } from '../session/refresh-user.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** How often a membership that is not known is looked at. */
const PERIOD = milliseconds(5_000);
/** The most periods that pass between two questions. */
const MOST_PERIODS = 12;

/** So long after a purchase link was used a listener who comes back may have paid. */
const PURCHASE_TIME = milliseconds(3_600_000);

/** When to ask after a return: a payment may reach the provider a little later than the listener reaches the page. */
const ASKED_AFTER = [milliseconds(0), milliseconds(5_000), milliseconds(20_000)] as const;

/**
 * Keeps what is known of the membership current beside the route changes: asks again while nobody has answered, when
 * the listener comes back to the tab, and with what is on the screen when they come back from a place to pay.
 */
export class FollowMembership {
  static readonly inject: Inject<typeof FollowMembership> = [
    PORTS.auth,
    RefreshUser,
    LoadPurchases,
    PORTS.cache,
    UserState,
    PORTS.clock,
  ];
  private linkUsedAt: Instant | null = null;
  private returns = 0;
  private periodsToWait = 1;
  private periodsWaited = 0;

  constructor(
    private readonly auth: Auth,
    private readonly refreshUser: RefreshUser,
    private readonly loadPurchases: LoadPurchases,
    private readonly cache: ContentCache,
    private readonly user: UserState,
    private readonly clock: Clock,
  ) {}

  /** Asks again, ever more seldom, for as long as it is not known who listens; then once what they have bought. */
  start(): Subscription {
    return this.clock.every(PERIOD).subscribe(() => {
      if (this.user.listener.kind === 'known' || !this.auth.holdsSession()) {
        this.periodsToWait = 1;
        this.periodsWaited = 0;
        void this.loadPurchases.loadOnce();
        return;
      }
      this.periodsWaited += 1;
      if (this.periodsWaited < this.periodsToWait) return;
      this.periodsWaited = 0;
      this.periodsToWait = Math.min(this.periodsToWait * 2, MOST_PERIODS);
      void this.refreshUser.known();
    });
  }

  /** The listener opens a page where a plan or a title is bought, or a plan is managed. */
  linkUsed(): void {
    this.linkUsedAt = this.clock.now();
    // The shop may lead back to the product in its own tab, which shares what is cached.
    this.cache.clear();
  }

  /** Whether the listener may have paid for something that this page does not know of. */
  get expectsPurchase(): boolean {
    return this.linkUsedAt !== null && this.clock.now() - this.linkUsedAt < PURCHASE_TIME;
  }

  /**
   * The listener is back at the tab.
   *
   * @param refreshScreen asks again for what is on the screen
   */
  async returned(refreshScreen: () => void): Promise<void> {
    this.returns += 1;
    const { returns } = this;
    for (const pause of this.expectsPurchase ? ASKED_AFTER : ASKED_AFTER.slice(0, 1)) {
      if (pause > 0) await this.clock.after(pause);
      if (returns !== this.returns || !this.auth.holdsSession()) return;
      await this.refreshUser.refresh();
      if (returns !== this.returns || !this.expectsPurchase) return;
      this.cache.clear();
      void this.loadPurchases.load();
      refreshScreen();
    }
  }

  /** The session has ended: the next listener has bought nothing. */
  reset(): void {
    this.linkUsedAt = null;
    this.returns += 1;
  }
}
