import type { InAppMessage } from '../../domain/messaging.ts';
import type { Analytics } from '../../ports/analytics.ts';
import type { Messaging } from '../../ports/messaging.ts';
import type { Signal } from '../../ports/platform.ts';

/** Does nothing. Used when analytics is not configured (APP-29). */
export class SilentAnalytics implements Analytics {
  record(): void {}
  identify(): void {}
  awaitUser(): void {}
  reset(): void {}
  permit(): void {}
  flush(): void {}
}

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
