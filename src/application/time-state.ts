import { instant, type Instant } from '../domain/time.ts';

/** What time the screens go by: moves now and then, so that windows open and close before the eye. */
export class TimeState {
  now: Instant = instant(0);

  setNow(now: Instant): void {
    this.now = now;
  }
}
