import { instant, type Instant } from '../domain/time.ts';
import type { Clock } from '../ports/clock.ts';
import type { SoundClaim, Tabs } from '../ports/tabs.ts';

/** This tab is the one that sounds, from now on until another says the same. */
export class TakeTurn {
  private at: Instant = instant(0);
  private isHeld = false;

  constructor(
    private readonly tabs: Tabs,
    private readonly clock: Clock,
  ) {}

  get isOurs(): boolean {
    return this.isHeld;
  }

  run(): void {
    this.isHeld = true;
    this.at = this.clock.now();
    this.tabs.claimSound(this.at);
  }

  /** Another tab claims the turn. Of two claims at the same instant every tab has to choose the same one. */
  claimed({ at, page }: SoundClaim): void {
    const isNewer = at === this.at ? page > this.tabs.page : at > this.at;
    if (isNewer) this.isHeld = false;
  }
}
