import type { Brand } from '../brand.ts';
import { type ContentId, type ContentItem, ContentType } from '../catalogue/content.ts';
import { type Instant, milliseconds, type Milliseconds, seconds, type Seconds } from '../time.ts';
import {
  type IsSkipped,
  type Track,
  nextValidIndex,
  previousValidIndex,
  restartsOnPrevious,
} from './track.ts';

/** One of the twenty playback speeds. */
export type Speed = Brand<number, 'Speed'>;

const speed = (value: number): Speed => value as Speed;

/** 0.1 × n + 0.5 for n from 1 to 20, as exact decimals, slowest first. */
// Tenths are divided, not multiplied: 12 / 10 is 1.2, where 0.1 * 7 + 0.5 is 1.2000000000000002.
export const SPEEDS: readonly Speed[] = Array.from({ length: 20 }, (_, step) => speed((step + 6) / 10));

/** The speed of a title that has no speed of its own. */
export const DEFAULT_SPEED: Speed = speed(1);

const TOLERANCE = 1e-6;

/** The speed that a number means, within the error of binary fractions. Null if it is not a speed. */
export const asSpeed = (value: number): Speed | null =>
  SPEEDS.find((candidate) => Math.abs(candidate - value) < TOLERANCE) ?? null;

/** How far skip and rewind go. */
export const SKIP_STEP: Seconds = seconds(15);

/** Formats as `0.6x` to `2.5x`, always with one decimal (PLAY-29). */
export const speedLabel = (value: Speed): string => `${value.toFixed(1)}x`;

/** The next faster speed. The fastest stays. */
export const faster = (value: Speed): Speed => SPEEDS.find((candidate) => candidate > value) ?? value;

/** The next slower speed. The slowest stays. */
export const slower = (value: Speed): Speed => SPEEDS.findLast((candidate) => candidate < value) ?? value;

/**
 * The state of playback. `index` is the position of the current track in `tracks`. It is −1 exactly if there are no
 * tracks. An empty player never plays.
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

/** The state before anything was opened. Autoplay is off (PLAY-17). */
export const EMPTY_PLAYBACK: Playback = {
  tracks: [],
  index: -1,
  position: START,
  isPlaying: false,
  autoplay: false,
  speed: DEFAULT_SPEED,
};

/** The current track. Null on an empty player. */
export const currentTrack = ({ tracks, index }: Pick<Playback, 'tracks' | 'index'>): Track | null =>
  tracks[index] ?? null;

// Every function returns the same object if nothing changes, so that observers are not notified.
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

const isValidPosition = (position: Seconds): boolean => Number.isFinite(position) && position >= 0;

const nearestIndex = (tracks: readonly Track[], index: number): number =>
  // The last index of an empty list is −1, which is the index of an empty player.
  Math.min(Number.isNaN(index) ? 0 : Math.max(Math.trunc(index), 0), tracks.length - 1);

/**
 * Opens a playlist at a track and a position. It does not play until `played`. An index outside the list becomes the
 * nearest valid one. An invalid position becomes 0.
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
  position: tracks.length > 0 && isValidPosition(position) ? position : START,
  isPlaying: false,
});

/** The audio has started. */
export const played = (playback: Playback): Playback =>
  currentTrack(playback) === null ? playback : withChanges(playback, { isPlaying: true });

/** The audio has stopped at its position. */
export const paused = (playback: Playback): Playback => withChanges(playback, { isPlaying: false });

/** The audio has reached `position` while playing. */
export const positionMoved = (playback: Playback, position: Seconds): Playback =>
  currentTrack(playback) === null || !isValidPosition(position)
    ? playback
    : withChanges(playback, { position });

/** Moves to a position that the listener chose, limited to the start and, if it is known, the end of the track. */
export const seeked = (playback: Playback, position: Seconds, duration: Seconds | null): Playback => {
  // An audio element that does not know its duration yet says NaN.
  const end = duration !== null && isValidPosition(duration) ? duration : Number.POSITIVE_INFINITY;
  return positionMoved(playback, seconds(Math.min(Math.max(position, 0), end)));
};

/** Skips forward (`by` above 0) or rewinds (`by` below 0). */
export const skipped = (playback: Playback, by: Seconds, duration: Seconds | null): Playback =>
  seeked(playback, seconds(playback.position + by), duration);

/** Moves to the start of the next valid track (PLAY-27). Does nothing if there is none. */
export const movedNext = (playback: Playback, now: Instant): Playback => {
  const index = nextValidIndex(playback.tracks, playback.index, now);
  return index === null ? playback : withChanges(playback, { index, position: START });
};

/**
 * Restarts the track if more than 3 seconds have played. Otherwise moves to the start of the previous valid track, or
 * does nothing if there is none.
 */
export const movedPrevious = (playback: Playback, now: Instant): Playback => {
  if (restartsOnPrevious(playback.position)) return withChanges(playback, { position: START });
  const index = previousValidIndex(playback.tracks, playback.index, now);
  return index === null ? playback : withChanges(playback, { index, position: START });
};

/**
 * Moves to the track that Play starts after an end: the next valid one, after the last one the first valid one. Does
 * nothing if no track is valid (PLAY-99).
 */
export const movedOn = (playback: Playback, now: Instant): Playback => {
  const next = nextValidIndex(playback.tracks, playback.index, now);
  const index = next ?? nextValidIndex(playback.tracks, -1, now);
  return index === null ? playback : withChanges(playback, { index, position: START });
};

/** With autoplay, moves to the next valid track that is not left out, which plays. Otherwise the player stops. */
export const ended = (playback: Playback, now: Instant, isSkipped?: IsSkipped): Playback => {
  const index = playback.autoplay ? nextValidIndex(playback.tracks, playback.index, now, isSkipped) : null;
  return index === null
    ? paused(playback)
    : withChanges(playback, { index, position: START, isPlaying: true });
};

/** The playback after the listener has chosen a speed. */
export const speedChosen = (playback: Playback, speed: Speed): Playback => withChanges(playback, { speed });

/** The listener turned autoplay on or off. */
export const autoplaySet = (playback: Playback, autoplay: boolean): Playback =>
  withChanges(playback, { autoplay });

/** How much of each episode of a podcast is left out at its start and at its end. */
export type Skips = { readonly start: Seconds; readonly end: Seconds };

/** Nothing is left out. */
export const NO_SKIPS: Skips = { start: seconds(0), end: seconds(0) };

/** The speed that the listener chose for a title, and when. */
export type ChosenSpeed = { readonly speed: Speed; readonly at: Instant };

/** A title and its chosen speed. */
export type TitleSpeed = ChosenSpeed & { readonly id: ContentId };

/** The podcast of an episode, if the item says it, else the item itself. Settings of a podcast hold for its episodes. */
export const showOf = ({ id, type, contentId: parent }: ContentItem): ContentId =>
  type === ContentType.PODCAST_EPISODE ? (parent ?? id) : id;

/** An episode that is shorter than what is left out of it is heard whole. */
const isLonger = (length: Seconds | null, { start, end }: Skips): length is Seconds =>
  length !== null && length > start + end;

/** Where a track that begins anew starts. It is 0 if the length is unknown (PLAY-121). */
export const startAfterSkip = ({ runTime }: Pick<Track, 'runTime'>, skips: Skips): Seconds =>
  isLonger(runTime, skips) ? skips.start : seconds(0);

/** Where the heard part of a track ends. Null if the length is unknown (PLAY-122). */
export const endBeforeSkip = (length: Seconds | null, skips: Skips): Seconds | null =>
  skips.end > 0 && isLonger(length, skips) ? seconds(length - skips.end) : length;

/**
 * True if the sound has come to the part at the end that is left out. A listener who seeks into this part hears it
 * (PLAY-123).
 */
export const reachesSkip = (
  from: Seconds,
  to: Seconds,
  length: Seconds | null,
  skips: Skips,
): length is Seconds => {
  const end = endBeforeSkip(length, skips);
  return skips.end > 0 && end !== null && end !== length && from < end && to >= end;
};

/** How long before the end of a track the next one is preloaded. */
const AHEAD: Milliseconds = milliseconds(30_000);

/** True if the current track plays with autoplay, and its end is near. */
export const isEndNear = (playback: Playback, duration: Seconds | null): boolean => {
  if (!playback.autoplay || !playback.isPlaying || duration === null) return false;
  // NaN does not count as near.
  return ((duration - playback.position) / playback.speed) * 1000 <= AHEAD;
};

/**
 * The track that will play next, once the end of the current track is near. Null before that, without a next track,
 * and without autoplay (PLAY-56).
 */
export const trackToPreload = (
  playback: Playback,
  duration: Seconds | null,
  now: Instant,
  isSkipped?: IsSkipped,
): Track | null => {
  if (!isEndNear(playback, duration)) return null;
  const index = nextValidIndex(playback.tracks, playback.index, now, isSkipped);
  return index === null ? null : (playback.tracks[index] ?? null);
};
