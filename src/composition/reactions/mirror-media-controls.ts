import { compareStructural, reaction } from 'mobx';
import type { PlayerState } from '../../application/playback/player-state.ts';
import type { MediaControls, MediaPosition, NowPlaying } from '../../ports/media-controls.ts';

/** What the system shows; null while the player is empty or closed (PLAY-50). */
const nowPlaying = (
  { audio, track, isHidden }: PlayerState,
  absolute: (address: string | null) => string | null,
): NowPlaying | null => {
  if (audio === null || track === null || isHidden) return null;
  return {
    title: track.title,
    artist: track.authors.map((author) => author.name).join(', '),
    album: track.title === audio.title ? '' : audio.title,
    artwork: absolute(track.imageUrl),
  };
};

/** The system computes the position between updates; whole seconds are exact enough to correct it. */
const positionOf = (player: PlayerState): MediaPosition | null =>
  player.duration === null
    ? null
    : { position: player.position, duration: player.duration, speed: player.speed };

const wholeSeconds = (before: MediaPosition | null, after: MediaPosition | null): boolean =>
  before !== null && after !== null
    ? before.duration === after.duration &&
      before.speed === after.speed &&
      Math.floor(before.position) === Math.floor(after.position)
    : before === after;

/**
 * Keeps the system's media controls equal to the player from now on (PLAY-50).
 *
 * @param absolute makes the address of a cover absolute; null if it must not be fetched
 */
export function mirrorMediaControls(
  player: PlayerState,
  controls: MediaControls,
  absolute: (address: string | null) => string | null,
): void {
  const shownPosition = () => (player.isPresent && !player.isHidden ? positionOf(player) : null);
  reaction(
    () => nowPlaying(player, absolute),
    (playing) => {
      controls.show(playing);
      // After a change of what is shown, the position is sent again, whichever reaction runs first.
      if (playing === null) return;
      controls.setPlaying(player.isPlaying);
      controls.setPosition(shownPosition());
    },
    { fireImmediately: true, equals: compareStructural },
  );
  reaction(
    // A pause to load data is not a pause for the listener.
    () => player.isPlaying,
    (isPlaying) => controls.setPlaying(isPlaying),
  );
  reaction(shownPosition, (position) => controls.setPosition(position), { equals: wholeSeconds });
}
