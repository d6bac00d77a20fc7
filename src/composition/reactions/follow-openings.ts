import { reaction } from 'mobx';
import type { PlayerState } from '../../application/player-state.ts';
import type { UpNextState } from '../../application/playback/up-next-state.ts';

/** Removes the entry of Up Next whose title or track was put into the player, wherever it was started (PLAY-81). */
export function followOpenings(player: PlayerState, upNext: UpNextState): void {
  reaction(
    () => player.opening,
    (opening) => {
      if (opening !== null && player.audio !== null && upNext.entries.length > 0)
        upNext.started(player.audio.id, opening.trackId);
    },
  );
}
