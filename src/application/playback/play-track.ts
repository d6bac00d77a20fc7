import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import { PlayAudio } from './play-audio.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { UpdatePlayerItem } from './update-player-item.ts';
import { PlayerState } from './player-state.ts';
import type { Inject } from '../../ports/tokens.ts';

/** The row of a chapter, an episode or a track: plays it, or pauses it while it plays. */
export class PlayTrack {
  static readonly inject: Inject<typeof PlayTrack> = [
    PlayAudio,
    TogglePlayback,
    UpdatePlayerItem,
    PlayerState,
  ];

  constructor(
    private readonly playAudio: PlayAudio,
    private readonly togglePlayback: TogglePlayback,
    private readonly updatePlayerItem: UpdatePlayerItem,
    private readonly player: PlayerState,
  ) {}

  async playOrPause(item: ContentItem, trackId: TrackId): Promise<void> {
    this.updatePlayerItem.update(item);
    const isCurrent = this.player.isCurrentAudio(item) && this.player.track?.id === trackId;
    // A restored position may be in another track by now. The row that was chosen counts (PROG-26).
    if (isCurrent && this.player.phase !== 'restored') await this.togglePlayback.toggle();
    else await this.playAudio.play(item, trackId);
  }
}
