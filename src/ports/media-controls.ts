import type { Speed } from '../domain/playback/player.ts';
import type { Seconds } from '../domain/time.ts';
import type { Signal } from './platform.ts';

/** What the system shows of the current track, for example on a lock screen. */
export type NowPlaying = {
  readonly title: string;
  /** Names, joined by commas; may be empty. */
  readonly artist: string;
  /** The title that the track is a part of; empty for a track that is no part of another title. */
  readonly album: string;
  /** The absolute address of a picture, or null. */
  readonly artwork: string | null;
};

/** The position in the track. The system computes later positions from it by itself. */
export type MediaPosition = { readonly position: Seconds; readonly duration: Seconds; readonly speed: Speed };

/**
 * A command that the listener gives outside the page: by media keys, a headset or a lock screen. `step` is always
 * above 0; null leaves the length of the step to the player (PLAY-51).
 */
export type MediaCommand =
  | { readonly kind: 'play' | 'pause' | 'stop' | 'previous' | 'next' }
  | { readonly kind: 'rewind' | 'skip'; readonly step: Seconds | null }
  | { readonly kind: 'seek'; readonly to: Seconds };

/** The media controls of the system. On a system without them, nothing is shown and no command comes. */
export interface MediaControls {
  /** Shows the track. Null removes everything; then no command comes. */
  show(playing: NowPlaying | null): void;
  /** Has no effect before the first `show`. */
  setPlaying(isPlaying: boolean): void;
  /** Shows no position for null, or if the duration is unknown or infinite. Has no effect before the first `show`. */
  setPosition(position: MediaPosition | null): void;
  /** The commands of the listener, one at a time. */
  readonly commands: Signal<MediaCommand>;
}
