import type { PlayerState } from '../playback/player-state.ts';
import type { SavePosition } from './save-position.ts';
import type { TogglePlayback } from '../playback/toggle-playback.ts';

/** The listener's answer to which of two places is theirs: it plays from there. */
export class ChoosePosition {
  constructor(
    private readonly togglePlayback: TogglePlayback,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
  ) {}

  async choose(which: 'here' | 'elsewhere'): Promise<void> {
    const { positionNote: placeNote } = this.player;
    if (placeNote?.kind !== 'question') return;
    const { index, position } = placeNote[which];
    this.player.chooseTrack(index, position);
    this.player.dismissPositionNote();
    this.savePosition.markIntent();
    await this.togglePlayback.resume();
  }
}
