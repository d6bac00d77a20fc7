import type { TrackingEvent } from '../../domain/analytics.ts';
import type { User } from '../../domain/account/user.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { LazyClient, type LoadTimes } from '../shared/lazy-client.ts';
import type { AmplitudeClient, AmplitudeService, AmplitudeDependencies } from './amplitude-client.ts';
import { type EarlyCall, EarlyCalls, forgetUnsent } from './early-calls.ts';

type Dependencies = AmplitudeDependencies & {
  readonly loadTimes: LoadTimes;
  /** Removes a cookie of this host. */
  readonly deleteCookie: (name: string) => void;
};

/** The name that the library gives its identity cookie. */
const cookieOf = (apiKey: string): string => `AMP_${apiKey.slice(0, 10)}`;

const isSame = (one: User, other: User): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Usage analytics through the vendor's library. It is loaded for the first event when the page is idle, and without an
 * event when the page is quiet.
 */
export class AmplitudeAnalytics implements Analytics {
  private isPermitted = true;
  private user: User | null = null;
  /** Events that wait for the user's id (ANA-31); null if no user is awaited. */
  private waiting: readonly (() => void)[] | null = null;
  private readonly early: EarlyCalls;
  private readonly client: LazyClient<AmplitudeClient>;

  constructor(
    private readonly service: AmplitudeService,
    private readonly dependencies: Dependencies,
  ) {
    this.early = new EarlyCalls(dependencies.store);
    this.client = new LazyClient(
      async () => (await import('./amplitude-client.ts')).AmplitudeClient.create(service, dependencies),
      dependencies.loadTimes,
      dependencies.log,
      (client) => this.forget(client),
    );
  }

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    const at = Date.now();
    const send = () => {
      const userId = this.user?.id ?? null;
      this.call({ kind: 'record', ...event, at, userId }, (client) => client.record(event, at));
    };
    if (this.waiting === null) send();
    else this.waiting = [...this.waiting, send];
  }

  identify(user: User): void {
    if (!this.isPermitted) return;
    if (this.user === null || !isSame(user, this.user)) {
      this.user = user;
      this.client.call((client) => client.identify(user), 'whenQuiet');
    }
    this.sendWaiting();
    this.waiting = null;
  }

  awaitUser(): void {
    if (this.isPermitted) this.waiting ??= [];
  }

  reset(): void {
    this.sendWaiting();
    this.waiting = null;
    this.user = null;
    if (this.isPermitted) this.call({ kind: 'reset' }, (client) => client.reset());
  }

  permit(isPermitted: boolean): void {
    if (this.isPermitted === isPermitted) return;
    this.isPermitted = isPermitted;
    if (isPermitted) return;
    this.user = null;
    this.waiting = null;
    const { current } = this.client;
    this.client.drop();
    this.forget(current);
  }

  flush(): void {
    this.sendWaiting();
    void this.client.current?.flush();
    this.early.storeAll();
  }

  private call(call: EarlyCall, work: (client: AmplitudeClient) => void): void {
    this.early.add(call);
    this.client.call((client) => {
      // A call that was stored reaches the library from the store.
      if (this.early.take(call)) work(client);
    });
  }

  private sendWaiting(): void {
    if (this.waiting === null) return;
    const { waiting } = this;
    this.waiting = [];
    for (const send of waiting) send();
  }

  private forget(client: AmplitudeClient | null): void {
    client?.stop();
    if (this.isPermitted) return;
    forgetUnsent(this.dependencies.store);
    this.early.forget();
    this.dependencies.deleteCookie(cookieOf(this.service.apiKey));
  }
}
