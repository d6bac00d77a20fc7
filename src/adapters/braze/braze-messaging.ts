import type { InAppMessage, MessageButton } from '../../domain/messaging.ts';
import type { TrackingEvent } from '../../domain/analytics.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { Log } from '../../ports/log.ts';
import type { Messaging } from '../../ports/messaging.ts';
import { LazyClient } from '../shared/lazy-client.ts';
import { Emitter } from '../shared/emitter.ts';
import type { BrazeClient, BrazeService } from './braze-client.ts';
import type { MessageRules } from './vendor-messages.ts';

type Dependencies = {
  readonly log: Log;
  readonly rules: MessageRules;
  /** Runs work when the page is idle. The library is loaded then. */
  readonly whenIdle: (work: () => void) => void;
};

/** Engagement messaging through the vendor's library, which is loaded when the page is idle (MSG-4). */
export class BrazeMessaging implements Messaging {
  readonly messages = new Emitter<InAppMessage>();
  private isPermitted = true;
  private readonly lazy: LazyClient<BrazeClient>;

  constructor(service: BrazeService, { log, rules, whenIdle }: Dependencies) {
    this.lazy = new LazyClient(
      async () => {
        const { BrazeClient } = await import('./braze-client.ts');
        return new BrazeClient(service, { log, rules, arrived: (message) => this.messages.emit(message) });
      },
      whenIdle,
      log,
      // A page has only one library. If messaging is permitted again, the library must not be stopped.
      (client) => {
        if (!this.isPermitted) client.stop();
      },
    );
  }

  identify(id: UserId): void {
    if (this.isPermitted) this.lazy.call((client) => client.identify(id));
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
