import type { Clock } from '../../ports/platform.ts';

/** Milliseconds. A look that follows the last one sooner than this is ignored. */
const LEAST_TIME = 200;

/** Seconds. A position may be read a little late, so it may be this much further than expected. */
const TOLERANCE = 0.25;

/** So many steps in a row mean a sound. A single step may be a correction by the browser. */
const STEPS_OF_A_SOUND = 2;

/** Finds out if the position of an element moves at about the speed of the sound (PLAY-94). */
export class PositionWatch {
  /** True if the position has moved on between the last two looks. */
  hasMoved = false;
  private position = Number.NaN;
  private at = 0;
  private steps = 0;

  constructor(private readonly clock: Clock) {}

  /** True if the position has moved on several times in a row. */
  get isMoving(): boolean {
    return this.steps >= STEPS_OF_A_SOUND;
  }

  look({ currentTime, playbackRate, paused, seeking, ended }: HTMLAudioElement): void {
    const now = this.clock.elapsed();
    const passed = now - this.at;
    const canSound = !paused && !seeking && !ended;
    this.hasMoved = false;
    if (canSound && passed < LEAST_TIME) return;
    const expected = (passed / 1000) * playbackRate;
    const moved = currentTime - this.position;
    this.hasMoved = canSound && moved >= expected / 2 && moved <= expected + TOLERANCE;
    this.steps = this.hasMoved ? this.steps + 1 : 0;
    this.position = currentTime;
    this.at = now;
  }

  reset(): void {
    this.steps = 0;
    this.position = Number.NaN;
  }
}
