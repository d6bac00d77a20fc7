import { instant, type Instant } from '../domain/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { SoundClaim, Tabs } from '../ports/tabs.ts';

/** This tab is the one that sounds, from now on until another says the same. */
export class TakeTurn {
  private at: Instant = instant(0);

  constructor(
    private readonly tabs: Tabs,
    private readonly clock: Clock,
  ) {}

  run(): void {
    this.at = this.clock.now();
    this.tabs.claimSound(this.at);
  }

  /** Whether another tab's claim is newer. Of two at the same instant every tab has to choose the same one. */
  isLostTo({ at, page }: SoundClaim): boolean {
    return at === this.at ? page > this.tabs.page : at > this.at;
  }
}
