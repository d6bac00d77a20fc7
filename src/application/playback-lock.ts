import { instant, type Instant } from '../domain/time.ts';
import type { Clock, Subscription } from '../ports/platform.ts';
import type { SoundClaim, Tabs } from '../ports/tabs.ts';
import { type Inject, PORTS } from '../ports/tokens.ts';
import { ListeningHistory } from './history/listening-history.ts';
import { PlayerState } from './player-state.ts';

/** Holds the right to play for one tab, until another tab claims it. So two tabs never play at once. */
export class PlaybackLock {
  static readonly inject: Inject<typeof PlaybackLock> = [
    PORTS.tabs,
    PORTS.clock,
    ListeningHistory,
    PlayerState,
  ];
  /** The newest claim that is known here, of this tab or another. */
  private newest: Instant = instant(0);
  private held = false;

  constructor(
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly listeningHistory: ListeningHistory,
    private readonly player: PlayerState,
  ) {}

  /**
   * Calls `pause` when another tab starts to play. A sound that was requested here before, and has not started yet, does
   * not start any more.
   */
  start(pause: () => void): Subscription {
    return this.tabs.claims.subscribe((claim) => {
      const wasHeld = this.held;
      this.claimedElsewhere(claim);
      if (this.held || !(this.player.isPlaying || (wasHeld && this.player.isRequested))) return;
      this.listeningHistory.stop('other-tab');
      pause();
      this.player.pausedByTab();
    });
  }

  get isHeld(): boolean {
    return this.held;
  }

  /** The time of this tab's claim while it holds the right to play. It is later than every claim before it (PLAY-55). */
  get claimedAt(): Instant {
    return this.newest;
  }

  claim(): void {
    this.held = true;
    // A page that was just opened knows no claim, and its clock may not be corrected yet.
    const known = Math.max(this.newest, this.tabs.lastClaim()?.at ?? 0);
    // Later than every known claim, also in the same millisecond, or if the clock was set back.
    this.newest = instant(Math.max(this.clock.now(), known + 1));
    this.tabs.claimSound(this.newest);
  }

  /** Another tab claims the lock. If two claims have the same time, every tab must choose the same one. */
  private claimedElsewhere({ at, page }: SoundClaim): void {
    const isNewer = at === this.newest ? page > this.tabs.page : at > this.newest;
    if (isNewer) this.held = false;
    this.newest = instant(Math.max(at, this.newest));
  }
}
