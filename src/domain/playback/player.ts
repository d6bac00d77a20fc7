import { nextValidIndex, previousValidIndex, restartsOnPrevious } from './playlist.ts';
import { DEFAULT_SPEED } from './speed.ts';
import type { Speed } from './speed.ts';
import { seconds } from '../time.ts';
import type { Instant, Seconds } from '../time.ts';
import type { Track } from './track.ts';

/**
 * What the player is doing. `index` is the place of the current track in `tracks`,
 * −1 exactly when there are none; an empty player never plays.
 */
export type Playback = {
  readonly tracks: readonly Track[];
  readonly index: number;
  readonly position: Seconds;
  readonly isPlaying: boolean;
  readonly autoplay: boolean;
  readonly speed: Speed;
};

const START = seconds(0);

/** Before anything was opened. Autoplay is off on first mount. */
export const EMPTY_PLAYBACK: Playback = {
  tracks: [],
  index: -1,
  position: START,
  isPlaying: false,
  autoplay: false,
  speed: DEFAULT_SPEED,
};

/** The track that sounds or would; null on an empty player. */
export const currentTrack = (playback: Playback): Track | null => playback.tracks[playback.index] ?? null;

// Every transition returns the very same playback when nothing changes, so that observers stay quiet.
const withChanges = (playback: Playback, changes: Partial<Omit<Playback, 'tracks'>>): Playback => {
  const { index = playback.index, position = playback.position, isPlaying = playback.isPlaying } = changes;
  const { autoplay = playback.autoplay, speed = playback.speed } = changes;
  const same =
    index === playback.index &&
    position === playback.position &&
    isPlaying === playback.isPlaying &&
    autoplay === playback.autoplay &&
    speed === playback.speed;
  return same ? playback : { tracks: playback.tracks, index, position, isPlaying, autoplay, speed };
};

const isPlace = (position: Seconds): boolean => Number.isFinite(position) && position >= 0;

const nearestIndex = (tracks: readonly Track[], index: number): number =>
  // An empty list has a last index of −1, which is just what an empty player says.
  Math.min(Number.isNaN(index) ? 0 : Math.max(Math.trunc(index), 0), tracks.length - 1);

/**
 * A playlist was opened at one of its tracks and at a place in it; it stands there until `played`. An
 * index outside the list is brought to its nearest end, a place that is none to the start.
 */
export const opened = (
  playback: Playback,
  tracks: readonly Track[],
  index: number,
  position: Seconds,
): Playback => ({
  ...playback,
  tracks,
  index: nearestIndex(tracks, index),
  position: tracks.length > 0 && isPlace(position) ? position : START,
  isPlaying: false,
});

/** The sound started. */
export const played = (playback: Playback): Playback =>
  currentTrack(playback) === null ? playback : withChanges(playback, { isPlaying: true });

/** The sound stopped, and stays where it is. */
export const paused = (playback: Playback): Playback => withChanges(playback, { isPlaying: false });

/** The sound has come to `position` by itself. */
export const positionMoved = (playback: Playback, position: Seconds): Playback =>
  currentTrack(playback) === null || !isPlace(position) ? playback : withChanges(playback, { position });

/** The listener chose a place: kept between the start and the end, where the end is known. */
export const seeked = (playback: Playback, position: Seconds, duration: Seconds | null): Playback => {
  // An audio element that does not know its duration yet says NaN.
  const end = duration !== null && isPlace(duration) ? duration : Number.POSITIVE_INFINITY;
  return positionMoved(playback, seconds(Math.min(Math.max(position, 0), end)));
};

/** Skip (`by` above 0) or rewind (below). */
export const skipped = (playback: Playback, by: Seconds, duration: Seconds | null): Playback =>
  seeked(playback, seconds(playback.position + by), duration);

/** To the next valid track from its start; nothing happens where there is none. */
export const movedNext = (playback: Playback, now: Instant): Playback => {
  const index = nextValidIndex(playback.tracks, playback.index, now);
  return index === null ? playback : withChanges(playback, { index, position: START });
};

/**
 * Restarts the track once more than 3 seconds have played, else goes to the previous
 * valid one from its start; nothing happens where there is none.
 */
export const movedPrevious = (playback: Playback, now: Instant): Playback => {
  if (restartsOnPrevious(playback.position)) return withChanges(playback, { position: START });
  const index = previousValidIndex(playback.tracks, playback.index, now);
  return index === null ? playback : withChanges(playback, { index, position: START });
};

/**
 * With autoplay on, an ended track leads to the next valid one, which plays; else the
 * player stops where it is.
 */
export const ended = (playback: Playback, now: Instant): Playback => {
  const index = playback.autoplay ? nextValidIndex(playback.tracks, playback.index, now) : null;
  return index === null
    ? paused(playback)
    : withChanges(playback, { index, position: START, isPlaying: true });
};

export const speedChosen = (playback: Playback, speed: Speed): Playback => withChanges(playback, { speed });

/** The listener turned autoplay on or off. */
export const autoplaySet = (playback: Playback, autoplay: boolean): Playback =>
  withChanges(playback, { autoplay });
