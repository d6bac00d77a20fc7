import { NOBODY, type UserId } from '../../domain/account/user.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { UserApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Loads whether the listener has purchases anything. Only the list of purchases says this. */
export class LoadPurchases {
  static readonly inject: Inject<typeof LoadPurchases> = [
    PORTS.userApi,
    UserState,
    PORTS.analytics,
    PORTS.log,
  ];
  private loadedFor: UserId = NOBODY.id;

  constructor(
    private readonly users: Pick<UserApi, 'purchased'>,
    private readonly user: UserState,
    private readonly analytics: Analytics,
    private readonly log: Log,
  ) {}

  /** Loads the purchases once for each listener. */
  async loadOnce(): Promise<void> {
    if (this.loadedFor !== this.user.user.id) await this.load();
  }

  async load(): Promise<void> {
    const { id } = this.user.user;
    this.loadedFor = id;
    if (!this.user.isSignedIn) return;
    const purchases = await this.users.purchased(null);
    if (this.user.user.id !== id) return;
    if (!purchases.ok) {
      this.log.warn('The purchases could not be fetched', { kind: purchases.error.kind });
      return;
    }
    const hasPurchases = purchases.value.items.length > 0;
    if (hasPurchases === this.user.user.hasPurchases) return;
    this.user.setHasPurchases(hasPurchases);
    this.analytics.identify(this.user.user);
  }
}
