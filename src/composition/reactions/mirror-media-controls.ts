import { compareStructural, reaction } from 'mobx';
import type { PlayerState } from '../../application/player-state.ts';
import type { Milliseconds, Seconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/platform.ts';
import type { MediaControls, MediaPosition, NowPlaying } from '../../ports/media-controls.ts';
import { chapterName } from '../../ui/components/chapter-name.ts';

/** The track and the title that the system shows. Null while the player is empty or closed (PLAY-50). */
const nowPlaying = (
  { audio, track, isHidden }: PlayerState,
  absolute: (address: string | null) => string | null,
): NowPlaying | null => {
  if (audio === null || track === null || isHidden) return null;
  return {
    title: chapterName(track.title),
    artist: track.authors.map((author) => author.name).join(', '),
    album: track.title === audio.title ? '' : audio.title,
    artwork: absolute(track.imageUrl),
  };
};

const positionAt = (position: Seconds, { duration, speed }: PlayerState): MediaPosition | null =>
  duration === null ? null : { position, duration, speed };

/**
 * A position that was sent to the system, and the time of sending. The system moves the position while the sound
 * plays.
 */
type Sent = {
  readonly position: MediaPosition | null;
  readonly isPlaying: boolean;
  readonly at: Milliseconds;
};

/** The system's position may be wrong by less than this, in seconds of the sound. */
const TOLERANCE = 1;

/** True if the system that got `sent` shows about the same position as `next` by itself. */
const showsByItself = (sent: Sent, next: Sent): boolean => {
  if (sent.isPlaying !== next.isPlaying) return false;
  if (sent.position === null || next.position === null) return sent.position === next.position;
  const { position, duration, speed } = sent.position;
  if (duration !== next.position.duration || speed !== next.position.speed) return false;
  const passed = sent.isPlaying ? ((next.at - sent.at) / 1000) * speed : 0;
  return Math.abs(next.position.position - (position + passed)) < TOLERANCE;
};

/**
 * Keeps the system's media controls equal to the player from now on (PLAY-50).
 *
 * @param clock says how far the system has moved the position
 * @param absolute makes the address of a cover absolute; null if it must not be fetched
 */
export function mirrorMediaControls(
  player: PlayerState,
  controls: MediaControls,
  clock: Pick<Clock, 'elapsed'>,
  absolute: (address: string | null) => string | null,
): void {
  const stateAt = (position: Seconds): Sent => ({
    position: player.isPresent && !player.isHidden ? positionAt(position, player) : null,
    isPlaying: player.isPlaying,
    at: clock.elapsed(),
  });
  let sent: Sent | null = null;
  const send = (): void => {
    sent = stateAt(player.position);
    controls.setPosition(sent.position);
  };
  const show = (playing: NowPlaying | null): void => {
    controls.show(playing);
    // After a change of what is shown, the position is sent again, whichever reaction runs first.
    if (playing === null) return;
    controls.setPlaying(player.isPlaying);
    send();
  };
  reaction(() => nowPlaying(player, absolute), show, { fireImmediately: true, equals: compareStructural });
  reaction(
    // Safari forgets what was shown, and the buttons, when a sound starts (PLAY-71).
    () => player.soundingSince !== null,
    (sounds) => {
      if (sounds) show(nowPlaying(player, absolute));
    },
  );
  reaction(
    // A pause to load data is not a pause for the listener.
    () => player.isPlaying,
    (isPlaying) => controls.setPlaying(isPlaying),
  );
  // Compares once a second.
  reaction(
    () => stateAt(player.wholePosition),
    (next) => {
      if (sent === null || !showsByItself(sent, next)) send();
    },
  );
}
