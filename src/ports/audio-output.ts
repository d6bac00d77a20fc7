import type { Result } from '../domain/result.ts';
import type { Speed } from '../domain/playback/player.ts';
import type { Seconds } from '../domain/time.ts';
import type { Brand } from '../domain/brand.ts';
import type { Signal } from './platform.ts';

/** Identifies one call of `load`, so that late events of an earlier source can be recognised. */
export type LoadId = Brand<number, 'LoadId'>;
/** Makes a load id from a number. The ids of a page count from 1. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- brands are given here
export const loadId = (value: number): LoadId => value as LoadId;

/** A source of sound: its absolute address, the position to start at, and the speed. */
export type AudioSource = { readonly url: string; readonly startAt: Seconds; readonly speed: Speed };

/**
 * Why `play` did not start the sound.
 *
 * - `denied`: the browser needs a gesture of the listener first
 * - `superseded`: another load or a pause came in between; this is no fault
 * - `failed`: the source cannot be played
 */
export type PlayRefusal = { readonly kind: 'denied' | 'superseded' | 'failed' };

/**
 * What happens to the sound. `load` says which call of `load` the event belongs to.
 *
 * - `ready`: the sound is at its start position; `duration` is null if it is unknown
 * - `measured`: the duration became known, or changed, after `ready`
 * - `missed`: the source could not seek to `wanted`, at its start or later, and sounds elsewhere. Comes before the first
 *   `moved` of that start or seek
 * - `moved`: the new position; comes about once a second while the sound plays, and at each seek
 * - `waiting`: the sound stopped because data is missing; `playing` follows when it continues
 * - `failed`: this source will not play any further; the reason is `network` if a part of it had arrived
 */
export type AudioEvent = { readonly load: LoadId } & (
  | { readonly kind: 'ready'; readonly duration: Seconds | null }
  | { readonly kind: 'measured'; readonly duration: Seconds }
  | { readonly kind: 'missed'; readonly wanted: Seconds }
  | { readonly kind: 'playing' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'moved'; readonly position: Seconds }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reason: 'network' | 'unplayable' }
);

/**
 * Another device that could play the sound, such as a speaker or a television.
 *
 * - `none`: there is no such device, or the browser does not tell
 * - `available`: there is at least one
 * - `connected`: the sound plays there
 */
export type DeviceState = 'none' | 'available' | 'connected';

/** The devices beside this one. Position, speed and events of the sound stay those of the output (PLAY-110). */
export interface OtherDevices {
  /** The state now, at once, and each new one. */
  readonly states: Signal<DeviceState>;
  /** Opens the list of devices. To be called in a gesture of the listener. Never rejects. */
  choose(): Promise<void>;
}

/** Plays one source at a time. */
export interface AudioOutput {
  /** Replaces the current source. The sound starts with `play`. */
  load(source: AudioSource): LoadId;
  /**
   * Fetches the beginning of a source that will probably be loaded next, so that it starts without a wait. Makes no
   * sound and emits no event. Another `preload` or `load` discards it. An output that cannot preload does nothing.
   *
   * @param startAt fetches only what the sound needs to start there; null fetches as much as is taken in advance
   */
  preload(url: string, startAt?: Seconds | null): void;
  /** Starts the loaded source. Never rejects. */
  play(): Promise<Result<void, PlayRefusal>>;
  /** Stops the sound at its position. A pending `play` settles as `superseded`. Does nothing without a source. */
  pause(): void;
  /** Moves within the loaded source. Before `ready` it replaces the `startAt` of the source. */
  seek(to: Seconds): void;
  /** Sets the speed of the loaded source, at once. The next `load` brings its own speed. */
  setSpeed(speed: Speed): void;
  /** False on a device where only its own buttons set the volume. Then `setVolume` only mutes. */
  readonly canSetVolume: boolean;
  /**
   * Sets the volume of the current source and of what plays next.
   *
   * @param volume from 0 to 1
   */
  setVolume(volume: number): void;
  /** Null where the sound plays on this device only. */
  readonly otherDevices: OtherDevices | null;
  /** Stops the sound and discards its source. */
  unload(): void;
  /** Returns the current position in the loaded source. */
  position(): Seconds;
  /** What happens to the sound. Events of an earlier source may still arrive after `load`. */
  readonly events: Signal<AudioEvent>;
}
