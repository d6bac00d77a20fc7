import { NOBODY, type Listener, type UserId } from '../../domain/account/user.ts';
import type { ApiFailure, UserApi } from '../../ports/content-api.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from './user-state.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { Log } from '../../ports/platform.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { ListenerData } from './listener-data.ts';

/** Failures that mean that there is no such listener. After any other failure, the known listener stays (SES-69). */
const REFUSALS: ReadonlySet<ApiFailure['kind']> = new Set(['unauthorized', 'forbidden', 'not-found']);

/** Fetches the listener and identifies them to messaging and analytics. */
export class RefreshUser {
  static readonly inject: Inject<typeof RefreshUser> = [
    PORTS.userApi,
    UserState,
    ListenerData,
    PORTS.messaging,
    PORTS.analytics,
    PORTS.log,
  ];
  /** The pending request, if any. */
  private pending: Promise<unknown> | null = null;
  /** Counts ended sessions, so that responses to an ended session are ignored. */
  private endedSessions = 0;
  private purchasesLoadedFor: UserId = NOBODY.id;

  constructor(
    private readonly users: UserApi,
    private readonly user: UserState,
    private readonly listenerData: ListenerData,
    private readonly messaging: Messaging,
    private readonly analytics: Analytics,
    private readonly log: Log,
  ) {}

  /** Refreshes the listener on a change to a route that needs a session. Failures are ignored (SES-70). */
  async refreshOnRouteChange(): Promise<void> {
    await this.refresh();
  }

  /** The listener, for decisions that depend on them. Waits for the pending request, or makes one. */
  async known(): Promise<Listener> {
    if (!this.user.isSignedIn) await (this.pending ?? this.refresh());
    return this.user.listener;
  }

  /** The session has ended. The next listener is fetched again. */
  reset(): void {
    this.endedSessions += 1;
    this.pending = null;
  }

  async refresh(): Promise<Result<void, ApiFailure>> {
    const request = this.fetchUser();
    this.pending = request;
    const result = await request;
    if (this.pending === request) this.pending = null;
    return result;
  }

  private async fetchUser(): Promise<Result<void, ApiFailure>> {
    const { endedSessions } = this;
    const before = this.user.user.id;
    const { profileChanges } = this.user;
    const fetched = await this.users.me();
    // The listener has signed out or changed during the request.
    if (endedSessions !== this.endedSessions || this.user.user.id !== before) return ok(undefined);
    if (!fetched.ok) {
      this.log.warn('The listener could not be fetched', { kind: fetched.error.kind });
      if (REFUSALS.has(fetched.error.kind)) this.user.clearUser();
      return fetched;
    }
    // The listener has changed their data during the request, so the response may be older.
    if (profileChanges !== this.user.profileChanges) return this.fetchUser();
    const { id } = fetched.value;
    this.listenerData.listenerNamed(id);
    this.user.setUser(fetched.value);
    this.messaging.identify(id);
    this.analytics.identify(this.user.user);
    return ok(undefined);
  }

  /** Loads the purchases once for each listener. */
  async loadPurchasesOnce(): Promise<void> {
    if (this.purchasesLoadedFor !== this.user.user.id) await this.loadPurchases();
  }

  /** Loads whether the listener has purchased anything. Only the list of purchases says this. */
  async loadPurchases(): Promise<void> {
    const { id } = this.user.user;
    this.purchasesLoadedFor = id;
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
