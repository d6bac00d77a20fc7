import type { User } from '../../src/domain/account/user.ts';
import type { TrackingEvent } from '../../src/domain/analytics.ts';
import type { Analytics } from '../../src/ports/analytics.ts';
import type { KeyValueStore } from '../../src/ports/platform.ts';

const DEVICE = 'beacon.device';

/** The parts of the browser that the adapter needs. */
export type BeaconBrowser = {
  /** Hands a request over to the browser, which sends it even if the page closes. */
  readonly sendBeacon: (url: string, body: string) => boolean;
  readonly newId: () => string;
};

/**
 * Sends each event at once to a service of your own, as JSON: `{ name, properties, user, device }`. The browser sends it
 * in the background.
 */
export class BeaconAnalytics implements Analytics {
  private user: string | null = null;
  private isPermitted = true;
  /** Events that wait for the user's id. Null if none has to wait. */
  private waiting: readonly TrackingEvent[] | null = null;
  private device: string;

  constructor(
    private readonly url: string,
    private readonly store: KeyValueStore,
    private readonly browser: BeaconBrowser,
  ) {
    this.device = store.get(DEVICE) ?? browser.newId();
  }

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    if (this.waiting === null) this.send(event);
    else this.waiting = [...this.waiting, event];
  }

  identify({ id }: User): void {
    if (!this.isPermitted) return;
    this.user = id;
    this.flush();
    this.waiting = null;
  }

  awaitUser(): void {
    if (this.isPermitted) this.waiting ??= [];
  }

  reset(): void {
    this.flush();
    this.waiting = null;
    this.forget();
  }

  permit(isPermitted: boolean): void {
    this.isPermitted = isPermitted;
    if (isPermitted) return;
    this.waiting = null;
    this.forget();
  }

  flush(): void {
    const { waiting } = this;
    if (waiting === null) return;
    this.waiting = [];
    for (const event of waiting) this.send(event);
  }

  private send({ name, properties }: TrackingEvent): void {
    this.store.set(DEVICE, this.device);
    const { user, device } = this;
    this.browser.sendBeacon(this.url, JSON.stringify({ name, properties, user, device }));
  }

  /** The next listener of this browser is another device for the service. */
  private forget(): void {
    this.user = null;
    this.device = this.browser.newId();
    this.store.delete(DEVICE);
  }
}
