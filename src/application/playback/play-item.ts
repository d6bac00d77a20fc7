import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import { seconds } from '../../domain/time.ts';
import { LastPause } from './last-pause.ts';
import { PlayAudio } from './play-audio.ts';
import { PlayerState } from './player-state.ts';
import { Seek } from './seek/seek.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { UpdatePlayerItem } from './update-player-item.ts';
import type { Inject } from '../../ports/tokens.ts';

/** The Play buttons of titles and of track rows: they play, or pause and resume what is in the player. */
export class PlayItem {
  static readonly inject: Inject<typeof PlayItem> = [
    PlayAudio,
    TogglePlayback,
    UpdatePlayerItem,
    Seek,
    LastPause,
    PlayerState,
  ];

  constructor(
    private readonly playAudio: PlayAudio,
    private readonly togglePlayback: TogglePlayback,
    private readonly updatePlayerItem: UpdatePlayerItem,
    private readonly seek: Seek,
    private readonly lastPause: LastPause,
    private readonly player: PlayerState,
  ) {}

  /** The Play button of a tile or a detail page. */
  async playOrPause(item: ContentItem): Promise<void> {
    const isOpen = this.player.isCurrentAudio(item);
    if (isOpen) this.updatePlayerItem.update(item);
    if (isOpen && this.player.phase !== 'error') await this.togglePlayback.toggle();
    else await this.playAudio.play(item);
  }

  /** The row of a chapter, an episode or a track. */
  async playOrPauseTrack(item: ContentItem, trackId: TrackId): Promise<void> {
    this.updatePlayerItem.update(item);
    const isCurrent = this.player.isCurrentAudio(item) && this.player.track?.id === trackId;
    // A restored position may be in another track by now. The row that was chosen counts (PROG-26).
    if (isCurrent && this.player.phase !== 'restored') {
      // The row of a track that has ended plays this track again, not the next one (PLAY-99).
      if (this.player.hasEnded) this.seek.seekTo(seconds(0));
      this.lastPause.stayHere();
      await this.togglePlayback.toggle();
    } else await this.playAudio.play(item, trackId);
  }
}
