import { instant, type Instant } from '../domain/time.ts';

/** The time that the screens use. It moves in steps, so that titles become valid or expire without a reload. */
export class TimeState {
  now: Instant = instant(0);

  setNow(now: Instant): void {
    this.now = now;
  }
}
