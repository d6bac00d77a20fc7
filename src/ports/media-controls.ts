import type { Speed } from '../domain/playback/speed.ts';
import type { Seconds } from '../domain/time.ts';
import type { Signal } from './signal.ts';

/** What the system shows of the sound: on a lock screen, in a media panel, on a watch. */
export type NowPlaying = {
  readonly title: string;
  /** Names, joined by commas; may be empty. */
  readonly artist: string;
  /** The title that the track is a part of; empty when it stands for itself. */
  readonly album: string;
  /** An absolute address; null without a picture. */
  readonly artwork: string | null;
};

/** Where the sound is in its track, from which the system reckons on by itself. */
export type MediaPosition = { readonly position: Seconds; readonly duration: Seconds; readonly speed: Speed };

/**
 * What the listener asks for outside of the page: by media keys, a headset or a lock screen. `step` is how
 * far to go, always above 0; null leaves it to the player.
 */
export type MediaCommand =
  | { readonly kind: 'play' | 'pause' | 'stop' | 'previous' | 'next' }
  | { readonly kind: 'rewind' | 'skip'; readonly step: Seconds | null }
  | { readonly kind: 'seek'; readonly to: Seconds };

/** The system's own controls of what sounds here. A system without any shows nothing and asks for nothing. */
export interface MediaControls {
  /** Null takes everything away: nothing is shown, and no command comes. */
  show(playing: NowPlaying | null): void;
  /** Told before anything is shown, it is forgotten, as the place is. */
  setPlaying(isPlaying: boolean): void;
  /** Null, and a place that makes no sense (an unknown or endless duration), shows no place at all. */
  setPosition(place: MediaPosition | null): void;
  readonly commands: Signal<MediaCommand>;
}
