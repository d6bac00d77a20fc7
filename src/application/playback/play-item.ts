import type { ContentItem } from '../../domain/catalogue/content.ts';
import { PlayAudio } from './play-audio.ts';
import { PlayerState } from './player-state.ts';
import { TogglePlayback } from './toggle-playback.ts';
import { UpdatePlayerItem } from './update-player-item.ts';
import type { Inject } from '../../ports/tokens.ts';

/** The Play button of a tile or a detail page: plays the item, or pauses and resumes the open one. */
export class PlayItem {
  static readonly inject: Inject<typeof PlayItem> = [
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

  async playOrPause(item: ContentItem): Promise<void> {
    const isOpen = this.player.isCurrentAudio(item);
    if (isOpen) this.updatePlayerItem.update(item);
    if (isOpen && this.player.phase !== 'error') await this.togglePlayback.toggle();
    else await this.playAudio.play(item);
  }
}
