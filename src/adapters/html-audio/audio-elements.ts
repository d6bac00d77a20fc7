import { Subject } from 'rxjs';
import { isElsewhere } from './remote-devices.ts';
import type { PlayRefusal } from '../../ports/audio-output.ts';
import type { Seconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/platform.ts';

/**
 * Two audio elements: one plays, and a silent one preloads the next source. They swap roles. The element that stops
 * playing is emptied first, so that two sources never sound at the same time.
 */
export class AudioElements {
  /** The names of the playing element's events. */
  readonly events = new Subject<string>();
  private silent: HTMLAudioElement | null = null;
  private preloadedUrl: string | null = null;

  /** @param createElement makes the silent element when it is first needed */
  constructor(
    private sounding: HTMLAudioElement,
    private readonly createElement: () => HTMLAudioElement,
    private readonly watched: readonly string[],
  ) {
    this.watch(sounding);
  }

  get element(): HTMLAudioElement {
    return this.sounding;
  }

  /**
   * Loads the start of a source without playing it (PLAY-61). Another device plays one element only (PLAY-110).
   *
   * @param startAt null to load as much as the browser takes in advance
   * @param setsStart false if the browser loses a start position that is set before it knows the duration
   */
  preload(url: string, startAt: Seconds | null, setsStart: boolean): void {
    if (this.preloadedUrl === url || isElsewhere(this.sounding)) return;
    const silent = this.silentElement();
    this.preloadedUrl = url;
    silent.preload = startAt === null ? 'auto' : 'metadata';
    silent.src = url;
    silent.load();
    if (startAt !== null && startAt > 0 && setsStart) silent.currentTime = startAt;
  }

  /**
   * Makes both elements usable after the listener's gesture (PLAY-70). Safari lets an element play later only if it was
   * loaded or played during a gesture.
   */
  useGesture(): void {
    for (const element of [this.sounding, this.silentElement()]) if (element.src === '') element.load();
  }

  /** Switches to the silent element if it preloaded this source, and returns true. Otherwise discards its source. */
  take(url: string): boolean {
    const next = this.silent;
    const isReady =
      next !== null && this.preloadedUrl === url && next.error === null && !isElsewhere(this.sounding);
    if (isReady) this.exchange(next);
    this.release();
    return isReady;
  }

  /** Switches back to the earlier element. A browser may require a gesture for an element that never played. */
  stepBack(): void {
    if (this.silent !== null) this.exchange(this.silent);
    this.release();
  }

  /** Discards the preloaded source. */
  release(): void {
    this.preloadedUrl = null;
    if (this.silent !== null && this.silent.src !== '') empty(this.silent);
  }

  private silentElement(): HTMLAudioElement {
    if (this.silent === null) {
      this.silent = this.createElement();
      this.watch(this.silent);
    }
    return this.silent;
  }

  private exchange(next: HTMLAudioElement): void {
    const before = this.sounding;
    empty(before);
    next.preload = 'auto';
    next.volume = before.volume;
    next.muted = before.muted;
    this.silent = before;
    this.sounding = next;
    // The playing element is in the page, where the browser's own tools find it.
    if (before.isConnected) before.replaceWith(next);
  }

  private watch(element: HTMLAudioElement): void {
    element.preload = 'auto';
    const tell = ({ type }: Event): void => {
      if (element === this.sounding) this.events.next(type);
    };
    for (const name of this.watched) element.addEventListener(name, tell);
  }
}

/** Removes the source of an element. The element is then silent and loads nothing. */
export const empty = (element: HTMLAudioElement): void => {
  element.pause();
  element.removeAttribute('src');
  element.load();
};

// The codes of a media element's error, as the HTML standard numbers them.
const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;

/**
 * Returns why a source failed; null if the load was aborted on request. Browsers report every refusal before the first
 * byte (401, 403, 404, HTML …) as "not supported".
 *
 * @param hasStarted true if a part of the source had arrived
 */
export const failureReason = (
  error: MediaError | null,
  hasStarted: boolean,
): 'network' | 'unplayable' | null => {
  if (error === null || error.code === ABORTED) return null;
  if (error.code === NETWORK) return 'network';
  return hasStarted && error.code !== DECODE ? 'network' : 'unplayable';
};

/** Returns why the browser did not play. */
export const playRefusal = (error: unknown): PlayRefusal => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return { kind: 'denied' };
  return { kind: name === 'AbortError' ? 'superseded' : 'failed' };
};

/** Milliseconds. A look that follows the last one sooner than this is ignored. */
const LEAST_TIME = 200;

/** Seconds. A position may be read a little late, so it may be this much further than expected. */
const TOLERANCE = 0.25;

/** So many steps in a row mean a sound. A single step may be a correction by the browser. */
const STEPS_OF_A_SOUND = 2;

/** Finds out if the position of an element moves at about the speed of the sound (PLAY-94). */
export class PositionWatch {
  /** True if the position has moved on between the last two looks. */
  hasMoved = false;
  private position = Number.NaN;
  private at = 0;
  private steps = 0;

  constructor(private readonly clock: Clock) {}

  /** True if the position has moved on several times in a row. */
  get isMoving(): boolean {
    return this.steps >= STEPS_OF_A_SOUND;
  }

  look({ currentTime, playbackRate, paused, seeking, ended }: HTMLAudioElement): void {
    const now = this.clock.elapsed();
    const passed = now - this.at;
    const canSound = !paused && !seeking && !ended;
    this.hasMoved = false;
    if (canSound && passed < LEAST_TIME) return;
    const expected = (passed / 1000) * playbackRate;
    const moved = currentTime - this.position;
    this.hasMoved = canSound && moved >= expected / 2 && moved <= expected + TOLERANCE;
    this.steps = this.hasMoved ? this.steps + 1 : 0;
    this.position = currentTime;
    this.at = now;
  }

  reset(): void {
    this.steps = 0;
    this.position = Number.NaN;
  }
}
