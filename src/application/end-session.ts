import type { Analytics } from '../ports/analytics.ts';
import type { AudioOutput } from '../ports/audio-output.ts';
import type { ContentCache } from '../ports/content-cache.ts';
import type { Messaging } from '../ports/messaging.ts';

/** A state that can go back to how it was before anyone signed in. */
type Resettable = { reset(): void };

/** Leaves nothing of the listener in this browser: states, sound, kept answers (contract 3.16). */
export class EndSession {
  constructor(
    private readonly output: AudioOutput,
    private readonly cache: ContentCache,
    private readonly analytics: Analytics,
    private readonly messaging: Messaging,
    private readonly states: readonly Resettable[],
  ) {}

  run(): void {
    this.output.unload();
    for (const state of this.states) state.reset();
    this.cache.clear();
    this.analytics.reset();
    this.messaging.reset();
  }
}
