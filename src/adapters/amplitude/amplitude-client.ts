import { AmplitudeBrowser, Identify } from '@amplitude/analytics-browser';
import { Destination } from '@amplitude/analytics-core';
import { membershipStatus, planLabel } from '../../domain/entitlement/membership.ts';
import { TRACKING_PLAN } from '../../domain/analytics.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { User } from '../../domain/account/user.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Log } from '../../ports/log.ts';
import { deliveryPlugin, type Delivery, type Post } from './delivery.ts';
import { planCheck } from './plan-check.ts';
import { serverUrlOf } from './server-url.ts';
import { UnsentEvents, unsentLimit } from './unsent-events.ts';
import { VendorLog } from './vendor-log.ts';

/** The service as the configuration names it (contract 2). */
export type AmplitudeService = {
  readonly apiKey: string;
  /** Null: the zone's own address. */
  readonly serverUrl: string | null;
  readonly zone: 'US' | 'EU';
  readonly batch: boolean;
};

export type AmplitudeDependencies = {
  readonly store: KeyValueStore;
  readonly log: Log;
  readonly post: Post;
  /** Whether the page came by https: then its cookie goes nowhere else. */
  readonly isSecure: boolean;
};

/** Section 9, analytics. */
const LIMITS = {
  flushIntervalMillis: 10_000,
  flushQueueSize: 200,
  flushMaxRetries: 12,
  sessionTimeout: 30 * 60_000,
} as const;

const IDENTITY_COOKIE_DAYS = 365;

/** The library, set up for this product: what it sends, to whom, when, and what it does about every answer. */
export class AmplitudeClient {
  private readonly library = new AmplitudeBrowser();
  private delivery: Delivery | null = null;
  private readonly unsent: UnsentEvents;

  private constructor(store: KeyValueStore) {
    this.unsent = new UnsentEvents(store);
  }

  /** Resolves when the library is ready to take events. */
  static async create(service: AmplitudeService, world: AmplitudeDependencies): Promise<AmplitudeClient> {
    const client = new AmplitudeClient(world.store);
    await client.start(service, world);
    return client;
  }

  /** @param at when it happened, epoch milliseconds by this machine's clock, which the service corrects */
  record({ name, properties }: TrackingEvent, at: number): void {
    const { library } = this;
    // The library looks at who it is only a moment later: by then it may be somebody else. Nobody is told, too.
    const then = Object.fromEntries<string | number | undefined>([
      ['time', at],
      ['user_id', library.getUserId()],
      ['device_id', library.getDeviceId()],
    ]);
    library.track(name, properties, then);
    // An event that says when it was does not keep its session alive by itself.
    library.extendSession();
  }

  /** Who listens, and how they stand; neither name nor address. */
  identify(user: User): void {
    this.library.setUserId(user.id);
    const properties = new Identify()
      .set('membership', membershipStatus(user))
      .set('plan', planLabel(user))
      .set('has_purchases', user.hasPurchases);
    this.library.identify(properties, { user_id: user.id });
  }

  /** What was recorded goes out as the listener's own; then another device begins another session. */
  reset(): void {
    const { library } = this;
    const sent = this.flush();
    library.reset();
    void sent.then(() => library.setSessionId(Date.now()));
  }

  /** Sends what waits; what the service does not take waits on. */
  async flush(): Promise<void> {
    const { delivery, library } = this;
    if (delivery === null) return;
    const destination = library.plugin('amplitude');
    // The library would only forget the timer of its next flush, which would then cut a delay of 30 s short.
    if (destination instanceof Destination && destination.scheduleId !== null) {
      clearTimeout(destination.scheduleId);
    }
    delivery.keepsUnsent = true;
    await library.flush().promise;
    delivery.keepsUnsent = false;
  }

  /** Nothing is taken or sent any more, not even what waits. */
  stop(): void {
    this.delivery?.stop();
    this.unsent.stop();
    this.library.setOptOut(true);
  }

  private async start(
    service: AmplitudeService,
    { log, post, isSecure }: AmplitudeDependencies,
  ): Promise<void> {
    const { library, unsent } = this;
    // Before `init`, so that no unsent event of an earlier page meets the library's own transport.
    library.add(
      deliveryPlugin((delivery) => {
        this.delivery = delivery;
      }, post),
    );
    library.add(unsentLimit(unsent, log));
    library.add(planCheck(log));
    const isOwed = (await unsent.get()) !== undefined;
    await library.init(service.apiKey, {
      ...LIMITS,
      serverUrl: serverUrlOf(service),
      serverZone: service.zone,
      useBatch: service.batch,
      plan: { branch: TRACKING_PLAN.branch, source: TRACKING_PLAN.source },
      // Ids are the provider's own, of whatever length.
      minIdLength: 1,
      // Everything that would call out, or record what nobody planned, is off.
      remoteConfig: { fetchRemoteConfig: false },
      autocapture: false,
      enableDiagnostics: false,
      trackingOptions: { ipAddress: false, language: true, platform: true },
      storageProvider: unsent,
      identityStorage: 'cookie',
      cookieOptions: {
        // The host alone: looking for the widest domain would try cookies out on each.
        domain: '',
        expiration: IDENTITY_COOKIE_DAYS,
        sameSite: 'Lax',
        secure: isSecure,
        upgrade: false,
      },
      optOut: false,
      loggerProvider: new VendorLog(log),
    }).promise;
    // A page that was left has not heard whether its last events arrived. Short visits that wait for the next flush
    // would each leave like that, and tell all of it once more.
    if (isOwed) void this.flush();
  }
}
