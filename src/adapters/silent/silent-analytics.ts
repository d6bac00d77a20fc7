import type { Analytics } from '../../ports/analytics.ts';

/** Does nothing. Used when analytics is not configured (APP-29). */
export class SilentAnalytics implements Analytics {
  record(): void {}
  identify(): void {}
  awaitUser(): void {}
  reset(): void {}
  permit(): void {}
  flush(): void {}
}
