import type { ContentItem } from '../../domain/catalogue/content.ts';
import type { PlayAudio } from './play-audio.ts';
import type { PlayerState } from './player-state.ts';
import type { TogglePlayback } from './toggle-playback.ts';
import type { UpdatePlayerItem } from './update-player-item.ts';

/** The Play button of a tile or a detail page: plays the item, or pauses and resumes the one that is on. */
export class PlayItem {
  constructor(
    private readonly playAudio: PlayAudio,
    private readonly togglePlayback: TogglePlayback,
    private readonly updatePlayerItem: UpdatePlayerItem,
    private readonly player: PlayerState,
  ) {}

  async playOrPause(item: ContentItem): Promise<void> {
    this.updatePlayerItem.update(item);
    if (this.player.isCurrentAudio(item) && this.player.phase !== 'error') await this.togglePlayback.toggle();
    else await this.playAudio.play(item);
  }
}
