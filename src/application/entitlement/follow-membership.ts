import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { milliseconds, type Instant } from '../../domain/time.ts';
import type { Auth } from '../../ports/auth.ts';
import type { Clock, Subscription } from '../../ports/platform.ts';
import type { ContentCache } from '../../ports/content-api.ts';
import type { ContentItem } from '../../domain/catalogue/content.ts';
import { OfferSubscription } from './offer-subscription.ts';
import { RefreshUser } from '../session/refresh-user.ts';

/** How often an unknown membership is requested again. */
const PERIOD = milliseconds(5_000);

/** The longest time between two requests, in periods (ENT-33). */
const MAX_PERIODS = 12;

/** How long after the use of a purchase link a purchase is expected (ENT-36). */
const PURCHASE_EXPECTED_FOR = milliseconds(3_600_000);

/**
 * The delays of the requests after a return (ENT-37). The provider may learn of a payment later than the listener
 * returns.
 */
const REFRESH_DELAYS = [milliseconds(0), milliseconds(5_000), milliseconds(20_000)] as const;

/**
 * Keeps the membership up to date between route changes: while it is unknown, when the listener comes back to the tab
 * (ENT-35), and when they come back from a purchase (ENT-37).
 */
export class FollowMembership {
  static readonly inject: Inject<typeof FollowMembership> = [
    PORTS.auth,
    RefreshUser,
    OfferSubscription,
    PORTS.cache,
    UserState,
    PORTS.clock,
  ];
  private linkUsedAt: Instant | null = null;
  private returns = 0;
  private periodsToWait = 1;
  private periodsWaited = 0;
  /** Null while the listener is known. */
  private timer: Subscription | null = null;

  constructor(
    private readonly auth: Auth,
    private readonly refreshUser: RefreshUser,
    private readonly offer: OfferSubscription,
    private readonly cache: ContentCache,
    private readonly user: UserState,
    private readonly clock: Clock,
  ) {}

  start(): Subscription {
    this.listenerChanged();
    return { unsubscribe: () => this.rest() };
  }

  /** Requests the listener again, with growing pauses, until they are known. Then loads their purchases once. */
  listenerChanged(): void {
    this.timer ??= this.clock.every(PERIOD).subscribe(() => this.look());
  }

  private look(): void {
    const isKnown = this.user.listener.kind === 'known';
    if (isKnown) this.rest();
    if (isKnown || !this.auth.hasSession()) {
      this.periodsToWait = 1;
      this.periodsWaited = 0;
      void this.refreshUser.loadPurchasesOnce();
      return;
    }
    this.periodsWaited += 1;
    if (this.periodsWaited < this.periodsToWait) return;
    this.periodsWaited = 0;
    this.periodsToWait = Math.min(this.periodsToWait * 2, MAX_PERIODS);
    void this.refreshUser.known();
  }

  private rest(): void {
    this.timer?.unsubscribe();
    this.timer = null;
  }

  /**
   * The listener opens a page to buy something or to manage a plan.
   *
   * @param item the title that they buy
   */
  linkUsed(item?: ContentItem): void {
    if (item !== undefined) this.offer.want(item);
    this.linkUsedAt = this.clock.now();
    // The shop may open the product again in its own tab, which shares the cache.
    this.cache.clear();
  }

  /** True if the listener may have bought something that this page does not know of (ENT-6). */
  get expectsPurchase(): boolean {
    return this.linkUsedAt !== null && this.clock.now() - this.linkUsedAt < PURCHASE_EXPECTED_FOR;
  }

  /**
   * The listener has come back to the tab.
   *
   * @param refreshScreen loads what is on the screen again
   */
  async returned(refreshScreen: () => void): Promise<void> {
    this.returns += 1;
    const { returns } = this;
    for (const pause of this.expectsPurchase ? REFRESH_DELAYS : REFRESH_DELAYS.slice(0, 1)) {
      if (pause > 0) await this.clock.after(pause);
      if (returns !== this.returns || !this.auth.hasSession()) return;
      await this.refreshUser.refresh();
      if (returns !== this.returns || !this.expectsPurchase) return;
      this.cache.clear();
      void this.refreshUser.loadPurchases();
      void this.offer.welcomeBuyer();
      refreshScreen();
    }
  }

  /** The session has ended. No purchase is expected of the next listener. */
  reset(): void {
    this.linkUsedAt = null;
    this.returns += 1;
  }
}
