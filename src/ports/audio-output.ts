import type { Result } from '../domain/result.ts';
import type { Speed } from '../domain/playback/speed.ts';
import type { Seconds } from '../domain/time.ts';
import type { Brand } from '../domain/brand.ts';
import type { Signal } from './signal.ts';

/** Names one `load`, so that late events of a superseded source can be told apart. */
export type LoadId = Brand<number, 'LoadId'>;
/** Counts from 1 in this page. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- brands are given here
export const loadId = (value: number): LoadId => value as LoadId;

/** What is to sound: an absolute address, the place to begin at in seconds, and how fast. */
export type AudioSource = { readonly url: string; readonly startAt: Seconds; readonly speed: Speed };

/**
 * - `denied`: the browser wants a gesture first
 * - `superseded`: another load or a pause came in between; not a fault
 * - `failed`: the source cannot be played
 */
export type PlayRefusal = { readonly kind: 'denied' | 'superseded' | 'failed' };

/**
 * What happens to the sound.
 *
 * - `ready`: the place to start at has been reached and the length is known
 * - `moved`: the position, several times a second while playing
 * - `waiting`: sound stopped for want of data; `playing` follows when it goes on
 * - `failed`: nothing more will come; `network` when a part had already arrived
 */
export type AudioEvent = { readonly load: LoadId } & (
  | { readonly kind: 'ready'; readonly duration: Seconds | null }
  | { readonly kind: 'playing' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'moved'; readonly position: Seconds }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reason: 'network' | 'unplayable' }
);

/** One voice: whatever is loaded next takes the place of what was. */
export interface AudioOutput {
  load(source: AudioSource): LoadId;
  /**
   * Fetches the beginning of what will probably be loaded next, without a sound and without an event, so that it
   * begins without a wait. Any other `prepare` or `load` gives it up. An output that cannot may do nothing.
   */
  preload(url: string): void;
  play(): Promise<Result<void, PlayRefusal>>;
  pause(): void;
  /** Moves within what is loaded; before `ready` it takes the place of the source's `startAt`. */
  seek(to: Seconds): void;
  setSpeed(speed: Speed): void;
  /** From 0 to 1. */
  setVolume(volume: number): void;
  unload(): void;
  /** Where the sound is now. */
  position(): Seconds;
  readonly events: Signal<AudioEvent>;
}
