import type { ContentId } from '../../domain/catalogue/content.ts';
import { DEFAULT_SPEED, type Speed } from '../../domain/playback/player.ts';
import { tallyReset, tallyTick, tallyWithout, type Tally } from '../../domain/progress/reports.ts';
import { seconds, type Milliseconds } from '../../domain/time.ts';

/**
 * The longest gap between two ticks that counts as listening, in milliseconds. While audio plays, a tick arrives about
 * once a second (PLAY-116). A longer gap means that the device slept (PROG-6), or that another tab played (PROG-48).
 */
const LONGEST_GAP = 5000;

/**
 * How long the current content has played since its last royalty report. It takes elapsed time, because a clock that is
 * corrected while it plays would add time that nobody has heard (PROG-6).
 */
export class UnreportedTime {
  private tally: Tally | null = null;
  private since: Milliseconds | null = null;
  private speed: Speed = DEFAULT_SPEED;

  soundStarted(id: ContentId, speed: Speed, elapsed: Milliseconds): void {
    this.setSpeed(speed, elapsed);
    if (this.tally?.id !== id) this.tally = tallyReset(id);
    this.since = elapsed;
  }

  update(elapsed: Milliseconds): void {
    if (this.since === null || this.tally === null) return;
    const gap = elapsed - this.since;
    this.since = elapsed;
    if (gap <= LONGEST_GAP)
      this.tally = tallyTick(this.tally, this.tally.id, seconds(gap / 1000), this.speed);
  }

  /** Listening until now counts at the earlier speed (PROG-7). */
  setSpeed(speed: Speed, elapsed: Milliseconds): void {
    this.update(elapsed);
    this.speed = speed;
  }

  soundStopped(elapsed: Milliseconds): void {
    this.update(elapsed);
    this.since = null;
  }

  /** The tally of `id` so far. */
  of(id: ContentId): Tally {
    return this.tally?.id === id ? this.tally : tallyReset(id);
  }

  /** Subtracts what was reported. */
  clearReported(reported: Tally): void {
    if (this.tally !== null) this.tally = tallyWithout(this.tally, reported);
  }

  reset(): void {
    this.tally = null;
    this.since = null;
  }
}
