import type { ContentId } from '../../domain/catalogue/content.ts';
import { tallyReset, tallyTick, type Tally } from '../../domain/progress/tally.ts';
import { seconds, type Milliseconds, type Seconds } from '../../domain/time.ts';

/**
 * The longest gap between two ticks that counts as listening. While audio plays, several ticks arrive in a second. A
 * longer gap means that the device slept.
 */
const LONGEST_GAP = 5000;

/**
 * How long the current content has played since its last royalty report. It takes elapsed time, because a clock that is
 * corrected while it plays would add time that nobody has heard (PROG-6).
 */
export class ListeningTally {
  private tally: Tally | null = null;
  private since: Milliseconds | null = null;

  soundStarted(id: ContentId, elapsed: Milliseconds): void {
    this.update(elapsed);
    if (this.tally?.id !== id) this.tally = tallyReset(id);
    this.since = elapsed;
  }

  update(elapsed: Milliseconds): void {
    if (this.since === null || this.tally === null) return;
    const gap = elapsed - this.since;
    this.since = elapsed;
    if (gap <= LONGEST_GAP) this.tally = tallyTick(this.tally, this.tally.id, seconds(gap / 1000));
  }

  soundStopped(elapsed: Milliseconds): void {
    this.update(elapsed);
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

  /** Listening that is not reported yet goes on at another speed. The tally is scaled, so that its royalty stays. */
  scale(factor: number): void {
    if (this.tally === null) return;
    this.tally = tallyTick(tallyReset(this.tally.id), this.tally.id, seconds(this.tally.duration * factor));
  }

  reset(): void {
    this.tally = null;
    this.since = null;
  }
}
