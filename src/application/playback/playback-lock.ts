import { instant, type Instant } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SoundClaim, Tabs } from '../../ports/tabs.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** This tab is the one that sounds, from now on until another says the same. */
export class PlaybackLock {
  static readonly inject: Inject<typeof PlaybackLock> = [PORTS.tabs, PORTS.clock];
  /** The newest claim known here, this tab's own or another's. */
  private newest: Instant = instant(0);
  private held = false;

  constructor(
    private readonly tabs: Tabs,
    private readonly clock: Clock,
  ) {}

  get isHeld(): boolean {
    return this.held;
  }

  claim(): void {
    this.held = true;
    // Later than every claim it answers, even in the same millisecond, or by a clock that was put back.
    this.newest = instant(Math.max(this.clock.now(), this.newest + 1));
    this.tabs.claimSound(this.newest);
  }

  /**
   * Another tab claims the turn. Of two claims of the same instant, which have crossed, every tab has to choose
   * the same one.
   */
  claimedElsewhere({ at, page }: SoundClaim): void {
    const isNewer = at === this.newest ? page > this.tabs.page : at > this.newest;
    if (isNewer) this.held = false;
    this.newest = instant(Math.max(at, this.newest));
  }
}
