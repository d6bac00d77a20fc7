import type { Analytics } from '../../ports/analytics.ts';
import type { ContentCache } from '../../ports/content-cache.ts';
import type { Messaging } from '../../ports/messaging.ts';

/** What can go back to how it was before anyone signed in. */
type Resettable = { reset(): void };

/** Leaves nothing of the listener in this browser: sound, states, kept answers (contract 3.16). */
export class EndSession {
  constructor(
    private readonly cache: ContentCache,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private states: readonly Resettable[],
  ) {}

  /** Something that was made since holds something of the listener's, too, and goes first. */
  resetWithSession(state: Resettable): void {
    this.states = [state, ...this.states];
  }

  end(): void {
    for (const state of this.states) state.reset();
    this.cache.clear();
    this.analytics.reset();
    this.messaging.reset();
  }
}
