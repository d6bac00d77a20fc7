import type { ContentId } from '../../domain/catalogue/content.ts';
import { tallyReset, tallyTick, type Tally } from '../../domain/progress/tally.ts';
import { seconds, type Instant, type Seconds } from '../../domain/time.ts';

/**
 * The longest gap between two ticks that counts as listening. While audio plays, several ticks arrive in a second. A
 * longer gap means that the device slept.
 */
const LONGEST_GAP = 5000;

/** How long the current content has played since its last royalty report. */
export class ListeningTally {
  private tally: Tally | null = null;
  private since: Instant | null = null;

  soundStarted(id: ContentId, now: Instant): void {
    this.update(now);
    if (this.tally?.id !== id) this.tally = tallyReset(id);
    this.since = now;
  }

  update(now: Instant): void {
    if (this.since === null || this.tally === null) return;
    const gap = now - this.since;
    this.since = now;
    if (gap <= LONGEST_GAP) this.tally = tallyTick(this.tally, this.tally.id, seconds(gap / 1000));
  }

  soundStopped(now: Instant): void {
    this.update(now);
    this.since = null;
  }

  /** The tally of `id` so far. */
  secondsOf(id: ContentId): Seconds {
    return this.tally?.id === id ? this.tally.duration : seconds(0);
  }

  /** Subtracts the `duration` that was reported for `id`. */
  clearReported(id: ContentId, duration: Seconds): void {
    if (this.tally?.id !== id) return;
    this.tally = tallyTick(tallyReset(id), id, seconds(this.tally.duration - duration));
  }

  reset(): void {
    this.tally = null;
    this.since = null;
  }
}
