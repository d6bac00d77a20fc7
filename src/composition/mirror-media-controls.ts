import { compareStructural, reaction } from 'mobx';
import type { PlayerState } from '../application/playback/player-state.ts';
import type { MediaControls, MediaPosition, NowPlaying } from '../ports/media-controls.ts';

/** What the system is to show; null while the player is empty or closed. */
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

/** The system reckons on from here; a whole second is close enough to mend what it reckons. */
const placeOf = (player: PlayerState): MediaPosition | null =>
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
 * Keeps the system's media controls in step with the player from now on.
 *
 * @param absolute makes a cover's address absolute; null when it may not be fetched
 */
export function mirrorMediaControls(
  player: PlayerState,
  controls: MediaControls,
  absolute: (address: string | null) => string | null,
): void {
  const placeShown = () => (player.isPresent && !player.isHidden ? placeOf(player) : null);
  reaction(
    () => nowPlaying(player, absolute),
    (playing) => {
      controls.show(playing);
      // What is shown anew has to be told anew, whichever of the changes was heard of first.
      if (playing === null) return;
      controls.setPlaying(player.isPlaying);
      controls.setPosition(placeShown());
    },
    { fireImmediately: true, equals: compareStructural },
  );
  reaction(
    // A pause to fetch data is none to the listener.
    () => player.isPlaying,
    (isPlaying) => controls.setPlaying(isPlaying),
  );
  reaction(placeShown, (place) => controls.setPosition(place), { equals: wholeSeconds });
}
