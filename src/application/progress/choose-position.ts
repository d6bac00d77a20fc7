import { PlayerState } from '../playback/player-state.ts';
import { SavePosition } from './save-position.ts';
import { TogglePlayback } from '../playback/toggle-playback.ts';
import type { Inject } from '../../ports/tokens.ts';

/** Plays from the position that the listener chose of two (PROG-19). */
export class ChoosePosition {
  static readonly inject: Inject<typeof ChoosePosition> = [TogglePlayback, SavePosition, PlayerState];

  constructor(
    private readonly togglePlayback: TogglePlayback,
    private readonly savePosition: SavePosition,
    private readonly player: PlayerState,
  ) {}

  async choose(which: 'here' | 'elsewhere'): Promise<void> {
    const { positionNote } = this.player;
    if (positionNote?.kind !== 'question') return;
    const { index, position } = positionNote[which];
    this.player.chooseTrack(index, position);
    this.player.dismissPositionNote();
    this.savePosition.markIntent();
    await this.togglePlayback.resume();
  }
}
