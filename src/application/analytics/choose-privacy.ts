import type { Analytics } from '../../ports/analytics.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import type { Log, Subscription, KeyValueStore } from '../../ports/platform.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { UserState } from '../session/user-state.ts';
import { PrivacyState } from './privacy-state.ts';

const KEY = 'privacy.opted-out';

/**
 * One choice for analytics and messaging together. It is stored in this browser and applies to every listener and every
 * tab, from before the first event is sent (ANA-26).
 */
export class ChoosePrivacy {
  static readonly inject: Inject<typeof ChoosePrivacy> = [
    PrivacyState,
    UserState,
    PORTS.store,
    PORTS.analytics,
    PORTS.messaging,
    PORTS.log,
  ];

  constructor(
    private readonly privacy: PrivacyState,
    private readonly user: UserState,
    private readonly store: KeyValueStore,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private readonly log: Log,
  ) {}

  choose(isOptedOut: boolean): void {
    if (isOptedOut) {
      const stored = this.store.set(KEY, 'yes');
      if (!stored.ok) this.log.warn('The privacy choice could not be saved', { kind: stored.error.kind });
    } else this.store.delete(KEY);
    this.apply(isOptedOut);
  }

  /**
   * Applies the stored choice, and from now on the choices of other tabs.
   *
   * @param browserObjects whether the browser asks not to be tracked (ANA-29)
   */
  restore(browserObjects: boolean): Subscription {
    this.privacy.setBrowserObjects(browserObjects);
    this.apply(this.store.get(KEY) !== null);
    return this.store.changedElsewhere.subscribe((key) => {
      if (key === KEY || key === null) this.apply(this.store.get(KEY) !== null);
    });
  }

  private apply(isOptedOut: boolean): void {
    const before = this.privacy.isPermitted;
    this.privacy.setOptedOut(isOptedOut);
    const { isPermitted } = this.privacy;
    this.analytics.permit(isPermitted);
    this.messaging.permit(isPermitted);
    // Both services have forgotten the listener.
    if (isPermitted && !before && this.user.isSignedIn) {
      this.messaging.identify(this.user.user.id);
      this.analytics.identify(this.user.user);
    }
  }
}
