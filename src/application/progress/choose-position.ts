import type { PlayerState } from '../playback/player-state.ts';
import type { KeepPlace } from './save-position.ts';
import type { TogglePlayback } from '../playback/toggle-playback.ts';

/** The listener's answer to which of two places is theirs: it plays from there. */
export class ChoosePlace {
  constructor(
    private readonly togglePlayback: TogglePlayback,
    private readonly keepPlace: KeepPlace,
    private readonly player: PlayerState,
  ) {}

  async run(which: 'here' | 'elsewhere'): Promise<void> {
    const { placeNote } = this.player;
    if (placeNote?.kind !== 'question') return;
    const { index, position } = placeNote[which];
    this.player.trackChosen(index, position);
    this.player.placeNoteGone();
    this.keepPlace.wished();
    await this.togglePlayback.resume();
  }
}
