import { SKIP_STEP } from '../../domain/playback/player.ts';
import { seconds } from '../../domain/time.ts';
import type { MediaCommand, MediaControls } from '../../ports/media-controls.ts';
import type { Subscription } from '../../ports/platform.ts';
import { ChangeTrack } from './change-track.ts';
import { Seek } from './seek.ts';
import { PlaybackSettingsState } from './playback-settings-state.ts';
import { PlayerState } from '../player-state.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/**
 * Carries out the actions of media keys, a headset or a lock screen, through the same use cases as the player's
 * buttons (ENT-23).
 */
export class FollowMediaControls {
  static readonly inject: Inject<typeof FollowMediaControls> = [
    PORTS.mediaControls,
    TogglePlayback,
    ChangeTrack,
    Seek,
    PlayerState,
    PlaybackSettingsState,
  ];

  constructor(
    private readonly controls: MediaControls,
    private readonly togglePlayback: TogglePlayback,
    private readonly changeTrack: ChangeTrack,
    private readonly seek: Seek,
    private readonly player: PlayerState,
    private readonly settings: PlaybackSettingsState,
  ) {}

  start(): Subscription {
    return this.controls.commands.subscribe((command) => void this.follow(command));
  }

  private async follow(command: MediaCommand): Promise<void> {
    switch (command.kind) {
      case 'play':
        // The button may be pressed twice before the system has handled the first press.
        if (!this.player.isPlaying) await this.togglePlayback.toggle();
        return;
      case 'pause':
      case 'stop':
        if (this.player.isPlaying) await this.togglePlayback.toggle();
        return;
      case 'previous':
        if (this.changesTracks) await this.changeTrack.previous();
        else this.seek.skipBy(seconds(0 - SKIP_STEP));
        return;
      case 'next':
        if (this.changesTracks) await this.changeTrack.nextInTitle();
        else this.seek.skipBy(SKIP_STEP);
        return;
      case 'rewind':
        this.seek.skipBy(seconds(0 - (command.step ?? SKIP_STEP)));
        return;
      case 'skip':
        this.seek.skipBy(command.step ?? SKIP_STEP);
        return;
      case 'seek':
        this.seek.seekTo(command.to);
    }
  }

  /** A title with one track has no track to change to (PLAY-100). */
  private get changesTracks(): boolean {
    return this.settings.headsetButtons === 'tracks' && this.player.tracks.length > 1;
  }
}
