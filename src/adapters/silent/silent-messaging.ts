import type { InAppMessage } from '../../domain/messaging.ts';
import type { Messaging } from '../../ports/messaging.ts';
import type { Signal } from '../../ports/signal.ts';

/** Does nothing. Used when messaging is not configured (APP-29). */
export class SilentMessaging implements Messaging {
  readonly messages: Signal<InAppMessage> = { subscribe: () => ({ unsubscribe: () => undefined }) };
  identify(): void {}
  record(): void {}
  reset(): void {}
  permit(): void {}
  recordImpression(): void {}
  recordClick(): void {}
}
