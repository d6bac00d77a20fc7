import type { Subscription } from '../../ports/signal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import type { PlayerState } from './player-state.ts';
import type { PlaybackLock } from './playback-lock.ts';
import type { TogglePlayback } from './toggle-playback.ts';

/** Two tabs never play at once: this one pauses when another starts. */
export class FollowTabs {
  constructor(
    private readonly tabs: Tabs,
    private readonly playbackLock: PlaybackLock,
    private readonly togglePlayback: TogglePlayback,
    private readonly player: PlayerState,
  ) {}

  start(): Subscription {
    return this.tabs.claims.subscribe((claim) => {
      this.playbackLock.claimedElsewhere(claim);
      if (this.player.isPlaying && !this.playbackLock.isHeld) void this.togglePlayback.toggle();
    });
  }
}
