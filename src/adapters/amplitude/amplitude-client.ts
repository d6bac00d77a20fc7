import { AmplitudeBrowser, Identify } from '@amplitude/analytics-browser';
import { type BeforePlugin, Destination, type ILogger } from '@amplitude/analytics-core';
import type { User } from '../../domain/account/user.ts';
import { isPlanned, TRACKING_PLAN, type TrackingEvent } from '../../domain/analytics.ts';
import { membershipStatus, planLabel } from '../../domain/entitlement/play-decision.ts';
import type { Log, KeyValueStore } from '../../ports/platform.ts';
import { type Delivery, deliveryPlugin, type Post } from './delivery.ts';
import { type EarlyCall, takeEarlyCalls, UnsentEvents, unsentLimit } from './early-calls.ts';

/** The analytics service, as the configuration names it. */
export type AmplitudeService = {
  readonly apiKey: string;
  /** Null means the default address of the zone. */
  readonly serverUrl: string | null;
  readonly zone: 'US' | 'EU';
  readonly batch: boolean;
};

export type AmplitudeDependencies = {
  readonly store: KeyValueStore;
  readonly log: Log;
  readonly post: Post;
  /** True if the page was loaded by https. The cookie is then sent by https only (ANA-34). */
  readonly isSecure: boolean;
};

/** Times are in milliseconds (ANA-35, ANA-36, ANA-42). */
const LIMITS = {
  flushIntervalMillis: 10_000,
  flushQueueSize: 200,
  flushMaxRetries: 12,
  sessionTimeout: 30 * 60_000,
} as const;

const IDENTITY_COOKIE_DAYS = 365;

/** The vendor's library, set up for this product. */
export class AmplitudeClient {
  private readonly library = new AmplitudeBrowser();
  private delivery: Delivery | null = null;
  private readonly unsent: UnsentEvents;

  private constructor(store: KeyValueStore) {
    this.unsent = new UnsentEvents(store);
  }

  /** Resolves when the library is ready to take events. */
  static async create(
    service: AmplitudeService,
    dependencies: AmplitudeDependencies,
  ): Promise<AmplitudeClient> {
    const client = new AmplitudeClient(dependencies.store);
    await client.start(service, dependencies);
    return client;
  }

  /** @param at time of the event in epoch milliseconds, by this machine's clock. The service corrects the time. */
  record({ name, properties }: TrackingEvent, at: number): void {
    this.track(name, properties, at, this.library.getUserId());
  }

  /** Sends the user's id and membership, never a name or an address (ANA-32). */
  identify(user: User): void {
    this.library.setUserId(user.id);
    const properties = new Identify()
      .set('membership', membershipStatus(user))
      .set('plan', planLabel(user))
      .set('has_purchases', user.hasPurchases);
    this.library.identify(properties, { user_id: user.id });
  }

  /** Sends the recorded events under the listener's id. Then starts a new device and session (ANA-33). */
  reset(): void {
    const { library } = this;
    const sent = this.flush();
    library.reset();
    void sent.then(() => library.setSessionId(Date.now()));
  }

  /** Sends waiting events. Events that the service does not accept stay stored (ANA-38). */
  async flush(): Promise<void> {
    const { delivery, library } = this;
    if (delivery === null) return;
    const destination = library.plugin('amplitude');
    // The library does not clear the timer of its next flush. The timer would shorten a delay of 30 s.
    if (destination instanceof Destination && destination.scheduleId !== null) {
      clearTimeout(destination.scheduleId);
    }
    delivery.keepsUnsent = true;
    await library.flush().promise;
    delivery.keepsUnsent = false;
  }

  /** Stops accepting and sending events. Waiting events are not sent either (ANA-28). */
  stop(): void {
    this.delivery?.stop();
    this.unsent.stop();
    this.library.setOptOut(true);
  }

  private track(name: string, properties: object, at: number, userId: string | undefined): void {
    const { library } = this;
    // The library reads the identity later, when the identity may have changed. So the event carries the current
    // identity.
    const identity = Object.fromEntries<string | number | undefined>([
      ['time', at],
      ['user_id', userId],
      ['device_id', library.getDeviceId()],
    ]);
    library.track(name, properties, identity);
    // The library does not extend the session for an event that has its own time.
    library.extendSession();
  }

  /** Makes a call of an earlier page, or of this page before it was hidden. */
  private repeat(call: EarlyCall): void {
    if (call.kind === 'reset') this.reset();
    else this.track(call.name, call.properties, call.at, call.userId ?? this.library.getUserId());
  }

  private async start(
    service: AmplitudeService,
    { store, log, post, isSecure }: AmplitudeDependencies,
  ): Promise<void> {
    const { library, unsent } = this;
    // The plugins are added before `init`, because `init` may send events that an earlier page has stored.
    library.add(
      deliveryPlugin((delivery) => {
        this.delivery = delivery;
      }, post),
    );
    library.add(unsentLimit(unsent, log));
    library.add(planCheck(log));
    const early = takeEarlyCalls(store);
    const hasUnsent = early.length > 0 || (await unsent.get()) !== undefined;
    await library.init(service.apiKey, {
      ...LIMITS,
      serverUrl: serverUrlOf(service),
      serverZone: service.zone,
      useBatch: service.batch,
      plan: { branch: TRACKING_PLAN.branch, source: TRACKING_PLAN.source },
      // The provider's user ids may have any length.
      minIdLength: 1,
      // All features that send other requests or record unplanned events are off.
      remoteConfig: { fetchRemoteConfig: false },
      autocapture: false,
      enableDiagnostics: false,
      trackingOptions: { ipAddress: false, language: true, platform: true },
      storageProvider: unsent,
      identityStorage: 'cookie',
      cookieOptions: {
        // An empty domain means this host only. Otherwise the library tries cookies on every parent domain.
        domain: '',
        expiration: IDENTITY_COOKIE_DAYS,
        // not translated: the value of a cookie
        sameSite: 'Lax',
        secure: isSecure,
        upgrade: false,
      },
      optOut: false,
      loggerProvider: new VendorLog(log),
    }).promise;
    for (const call of early) this.repeat(call);
    // An earlier page left unsent events. They are sent at once (ANA-37), because a short visit may end before the next
    // flush.
    if (hasUnsent) void this.flush();
  }
}

const IDENTIFY = '$identify';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Drops every event whose name or properties are not in the tracking plan (ANA-24). This keeps every event far
 * below the service's limit of 1,000 properties.
 */
const planCheck = (log: Log): BeforePlugin => ({
  name: 'plan-check',
  type: 'before',
  async execute(event) {
    const properties: unknown = event.event_properties ?? {};
    if (event.event_type === IDENTIFY) return event;
    if (isFields(properties) && isPlanned(event.event_type, properties)) return event;
    log.warn('An event is not in the tracking plan', { event: event.event_type });
    return null;
  },
});

const HOSTS = { US: 'https://api2.amplitude.com', EU: 'https://api.eu.amplitude.com' } as const;

/**
 * Returns the address that events are sent to: the configured one, else the endpoint of the zone (ANA-36). A configured
 * address without a path gets the path of the endpoint.
 */
function serverUrlOf(service: {
  readonly serverUrl: string | null;
  readonly zone: 'US' | 'EU';
  readonly batch: boolean;
}): string {
  const path = service.batch ? '/batch' : '/2/httpapi';
  const url = new URL(service.serverUrl ?? HOSTS[service.zone]);
  if (url.pathname === '/') url.pathname = path;
  return url.href;
}

/**
 * Longest logged text, in characters. The library's sentences are shorter. The rest is the service's full response,
 * which is cut off.
 */
const LONGEST = 120;

/**
 * Writes the library's warnings and errors to the log. Each sentence is logged once a page, because the library repeats
 * it for every event during an outage.
 */
class VendorLog implements ILogger {
  private readonly logged = new Set<string>();

  constructor(private readonly destination: Log) {}

  warn(...parts: readonly unknown[]): void {
    this.logOnce(parts);
  }

  error(...parts: readonly unknown[]): void {
    this.logOnce(parts);
  }

  disable(): void {}
  enable(): void {}
  log(): void {}
  debug(): void {}

  private logOnce(parts: readonly unknown[]): void {
    const sentence = parts.map(String).join(' ').slice(0, LONGEST);
    if (sentence === '' || this.logged.has(sentence)) return;
    this.logged.add(sentence);
    this.destination.warn('Analytics', { says: sentence });
  }
}
