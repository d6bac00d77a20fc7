import type { TrackingEvent } from '../../domain/analytics.ts';
import type { User } from '../../domain/account/user.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { LazyClient } from '../lazy/lazy-client.ts';
import type { AmplitudeClient, AmplitudeService, AmplitudeDependencies } from './amplitude-client.ts';
import { forgetUnsent } from './unsent-events.ts';

type World = AmplitudeDependencies & {
  /** Runs work when the page has time: the library is fetched then, never before. */
  readonly whenIdle: (work: () => void) => void;
  /** Removes a cookie of this host. */
  readonly deleteCookie: (name: string) => void;
};

/** The library's name for its identity cookie. */
const cookieOf = (apiKey: string): string => `AMP_${apiKey.slice(0, 10)}`;

const isSame = (one: User, other: User): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Usage analytics through the vendor's library, which is fetched after the page stands (section 7). */
export class AmplitudeAnalytics implements Analytics {
  private isPermitted = true;
  private user: User | null = null;
  /** Events that wait for the user's id; null where nobody is waited for. */
  private waiting: readonly (() => void)[] | null = null;
  private readonly late: LazyClient<AmplitudeClient>;

  constructor(
    private readonly service: AmplitudeService,
    private readonly world: World,
  ) {
    this.late = new LazyClient(
      async () => (await import('./amplitude-client.ts')).AmplitudeClient.create(service, world),
      world.whenIdle,
      world.log,
      (client) => this.forget(client),
    );
  }

  record(event: TrackingEvent): void {
    if (!this.isPermitted) return;
    const at = Date.now();
    const send = () => this.late.call((client) => client.record(event, at));
    if (this.waiting === null) send();
    else this.waiting = [...this.waiting, send];
  }

  identify(user: User): void {
    if (!this.isPermitted) return;
    if (this.user === null || !isSame(user, this.user)) {
      this.user = user;
      this.late.call((client) => client.identify(user));
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
    if (this.isPermitted) this.late.call((client) => client.reset());
  }

  permit(isPermitted: boolean): void {
    if (this.isPermitted === isPermitted) return;
    this.isPermitted = isPermitted;
    if (isPermitted) return;
    this.user = null;
    this.waiting = null;
    const { current } = this.late;
    this.late.drop();
    this.forget(current);
  }

  flush(): void {
    this.sendWaiting();
    void this.late.current?.flush();
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
    forgetUnsent(this.world.store);
    this.world.deleteCookie(cookieOf(this.service.apiKey));
  }
}
