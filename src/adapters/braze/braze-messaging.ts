import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Log } from '../../ports/platform.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { LazyClient, type LoadTimes } from '../shared/lazy-client.ts';
import { Emitter } from '../shared/emitter.ts';
import type { BrazeClient, BrazeService } from './braze-client.ts';
import type { MessageRules } from './vendor-messages.ts';

type Dependencies = {
  readonly log: Log;
  readonly rules: MessageRules;
  readonly loadTimes: LoadTimes;
};

/**
 * Engagement messaging through the vendor's library. It is loaded for the first event when the page is idle, and without
 * an event when the page is quiet (MSG-4, MSG-5).
 */
export class BrazeMessaging implements Messaging {
  readonly messages = new Emitter<InAppMessage>();
  private isPermitted = true;
  private readonly lazy: LazyClient<BrazeClient>;

  constructor(service: BrazeService, { log, rules, loadTimes }: Dependencies) {
    this.lazy = new LazyClient(
      async () => {
        const { BrazeClient } = await import('./braze-client.ts');
        return new BrazeClient(service, { log, rules, arrived: (message) => this.messages.emit(message) });
      },
      loadTimes,
      log,
      // A page has only one library. If messaging is permitted again, the library must not be stopped.
      (client) => {
        if (!this.isPermitted) client.stop();
      },
    );
  }

  identify(id: UserId): void {
    if (this.isPermitted) this.lazy.call((client) => client.identify(id), 'whenQuiet');
  }

  record(event: TrackingEvent): void {
    if (this.isPermitted) this.lazy.call((client) => client.record(event));
  }

  reset(): void {
    if (this.isPermitted) this.lazy.call((client) => client.reset());
  }

  permit(isPermitted: boolean): void {
    if (this.isPermitted === isPermitted) return;
    this.isPermitted = isPermitted;
    if (isPermitted) return;
    this.lazy.current?.stop();
    this.lazy.drop();
  }

  recordImpression(message: InAppMessage): void {
    this.lazy.current?.shown(message);
  }

  recordClick(message: InAppMessage, button: MessageButton | null): void {
    this.lazy.current?.clicked(message, button);
  }
}
