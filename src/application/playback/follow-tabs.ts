import type { Subscription } from '../../ports/signal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { RecordHistory } from '../history/record-history.ts';
import { PlayerState } from './player-state.ts';
import { PlaybackLock } from './playback-lock.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Pauses when another tab starts to play, so that two tabs never play at once. */
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
      this.playbackLock.claimedElsewhere(claim);
      if (this.player.isPlaying && !this.playbackLock.isHeld) this.pause();
    });
  }

  private pause(): void {
    this.recordHistory.stop('other-tab');
    void this.togglePlayback.toggle();
  }
}
