import type { Messaging } from '../../ports/messaging.ts';

/** Messaging that is not configured: the app is whole without it (contract 2). */
export class SilentMessaging implements Messaging {
  identify(): void {}
  record(): void {}
}
