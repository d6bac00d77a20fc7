import type { Subscription } from '../../ports/signal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { RecordHistory } from '../history/record-history.ts';
import { PlayerState } from './player-state.ts';
import { PlaybackLock } from './playback-lock.ts';
import { TogglePlayback } from './player-controls.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Pauses when another tab starts to play, so that two tabs never play at once. A sound that was requested here before, and has
 * not started yet, does not start any more.
 */
export class FollowTabs {
  static readonly inject: Inject<typeof FollowTabs> = [
    PORTS.tabs,
    PlaybackLock,
    TogglePlayback,
    RecordHistory,
    PlayerState,
  ];

  constructor(
    private readonly tabs: Tabs,
    private readonly playbackLock: PlaybackLock,
    private readonly togglePlayback: TogglePlayback,
    private readonly recordHistory: RecordHistory,
    private readonly player: PlayerState,
  ) {}

  start(): Subscription {
    return this.tabs.claims.subscribe((claim) => {
      const wasHeld = this.playbackLock.isHeld;
      this.playbackLock.claimedElsewhere(claim);
      if (this.playbackLock.isHeld) return;
      if (this.player.isPlaying || (wasHeld && this.player.isRequested)) this.pause();
    });
  }

  private pause(): void {
    this.recordHistory.stop('other-tab');
    this.togglePlayback.pause();
  }
}
