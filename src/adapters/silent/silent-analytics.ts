import type { Analytics } from '../../ports/analytics.ts';

/** Analytics that is not configured: the app is whole without it (contract 2). */
export class SilentAnalytics implements Analytics {
  record(): void {}
  identify(): void {}
  awaitUser(): void {}
  reset(): void {}
  permit(): void {}
  flush(): void {}
}
