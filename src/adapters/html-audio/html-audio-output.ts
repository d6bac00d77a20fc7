import { Subject } from 'rxjs';

import { failed, ok, type Result } from '../../domain/result.ts';
import { DEFAULT_SPEED, type Speed } from '../../domain/playback/player.ts';
import { milliseconds, type Milliseconds, seconds, type Seconds } from '../../domain/time.ts';
import {
  type AudioEvent,
  type AudioOutput,
  type AudioSource,
  loadId,
  type LoadId,
  type PlayRefusal,
} from '../../ports/audio-output.ts';
import type { Clock, Subscription } from '../../ports/platform.ts';
import { empty, AudioElements, failureReason, playRefusal, PositionWatch } from './audio-elements.ts';
import { canPlayElsewhere, RemoteDevices } from './remote-devices.ts';

type Load = {
  readonly id: LoadId;
  /** The start position, or the position of the failure. */
  startAt: Seconds;
  /** `ready` at the start position; `seeking` while the browser seeks to it. */
  phase: 'loading' | 'seeking' | 'ready' | 'failed';
  /** True if the browser played before the source was ready. `playing` is then emitted after `ready`. */
  soundsEarly: boolean;
  /** The last position that was read from the element. */
  position: Seconds;
  /** When the position was told last. */
  toldAt: Milliseconds;
  /** The position of the start or of the last seek. Null when it is known whether the sound got there. */
  wanted: Seconds | null;
  /** How often the browser was told again to go to the start position. */
  startSeeks: number;
  /** The duration that was sent last. */
  duration: Seconds | null;
  /** True from `playing` until the sound pauses, waits or ends. */
  isSounding: boolean;
  readonly watch: PositionWatch;
  /** The preloaded address, which is loaded again if the browser requires a gesture for its element. */
  preloadedUrl: string | null;
  /** True if the source was loaded again because it stood still. This is tried once. */
  isReloaded: boolean;
};

const WATCHED = [
  'loadedmetadata',
  'durationchange',
  'seeking',
  'seeked',
  'playing',
  'pause',
  'waiting',
  'stalled',
  'progress',
  'canplay',
  'timeupdate',
  'ended',
  'error',
] as const;

/**
 * A source that should play but gets no data for this time has failed (PLAY-64). Browsers report no error for a broken
 * connection.
 */
const STALL_DEADLINE = milliseconds(15_000);

/** The sound waits when its position stands for this time, whatever the browser says (PLAY-94). */
const STANDSTILL = milliseconds(2000);

/**
 * A steady sound tells its position so often, at most. Browsers do it four times a second, and each time costs work
 * (PLAY-116).
 */
const STEADY = milliseconds(700);

/** Seconds. A position that moved less than this between two checks stands. */
const LEAST_MOVE = 0.5;

/** A source that should sound and has data, but does not sound for this time, is loaded again (PLAY-98). */
const SILENCE_DEADLINE = milliseconds(3000);

// Seconds. If the element is this close to the start position, it does not seek again.
const CLOSE_ENOUGH = 0.25;

/** How often the browser is told to go to the start position, before the sound starts where it is. */
const MOST_START_SEEKS = 5;

/** A source that has played for so many seconds and still cannot seek never can. */
const NOT_SEEKABLE_AFTER = 1;

/** Seconds. After a seek, the sound may have moved on this far before a busy page receives the event. */
const MOVED_ON = 2;

/**
 * Seconds. A browser that does not know the duration yet may name the position instead. So a duration this close to the
 * position says nothing.
 */
const LEAST_REST = 0.5;

/** Safari on a phone leaves the volume at 1, whatever is set (PLAY-72). */
function takesVolume(element: HTMLAudioElement): boolean {
  const { volume } = element;
  element.volume = 0.5;
  const isSet = element.volume === 0.5;
  element.volume = volume;
  return isSet;
}

/** Plays one source at a time, on `<audio>` elements. */
export class HtmlAudioOutput implements AudioOutput {
  readonly events = new Subject<AudioEvent>();
  readonly canSetVolume: boolean;
  readonly otherDevices: RemoteDevices | null;
  private current: Load | null = null;
  private loads = 0;
  private speed: Speed = DEFAULT_SPEED;
  /** True after a source stood still at a start position that was set before its metadata. WebKitGTK does so (PLAY-98). */
  private isStartSetLate = false;
  /** How long the source may still be without data. */
  private starving: { readonly limit: Milliseconds; readonly timer: Subscription } | null = null;
  private readonly audioElements: AudioElements;

  /** @param createElement makes another element, which preloads the next source */
  constructor(
    element: HTMLAudioElement,
    private readonly clock: Clock,
    createElement: () => HTMLAudioElement,
  ) {
    this.audioElements = new AudioElements(element, createElement, WATCHED);
    this.canSetVolume = takesVolume(element);
    this.otherDevices = canPlayElsewhere(element) ? new RemoteDevices(() => this.element) : null;
    this.audioElements.events.subscribe((type) => this.happened(type));
  }

  load({ url, startAt, speed }: AudioSource): LoadId {
    this.stopWaiting();
    this.loads += 1;
    const isPreloaded = this.audioElements.take(url);
    this.otherDevices?.follow();
    const load: Load = {
      id: loadId(this.loads),
      startAt,
      phase: 'loading',
      soundsEarly: false,
      position: startAt,
      toldAt: milliseconds(Number.NEGATIVE_INFINITY),
      wanted: startAt,
      startSeeks: 0,
      duration: null,
      isSounding: false,
      watch: new PositionWatch(this.clock),
      preloadedUrl: isPreloaded ? url : null,
      isReloaded: false,
    };
    this.current = load;
    if (!isPreloaded) this.open(url);
    this.element.preservesPitch = true;
    this.speed = speed;
    // Before there is a source, this only sets the start position, so that the sound does not start at 0. A preloaded
    // source without a known duration seeks there later (PLAY-93).
    const isThere = isPreloaded && Math.abs(this.element.currentTime - startAt) <= CLOSE_ENOUGH;
    if (!isThere && this.canSeek() && !this.isStartSetLate) this.element.currentTime = startAt;
    // A preloaded source may already know its duration.
    if (isPreloaded) queueMicrotask(() => this.happened('loadedmetadata'));
    return load.id;
  }

  preload(url: string, startAt: Seconds | null = null): void {
    this.audioElements.preload(url, startAt, !this.isStartSetLate);
  }

  /** To be called in a gesture of the listener, so that a sound may start after the gesture has ended (PLAY-70). */
  useGesture(): void {
    this.audioElements.useGesture();
  }

  async play(): Promise<Result<void, PlayRefusal>> {
    const load = this.current;
    if (load === null) return failed({ kind: 'superseded' });
    if (load.phase === 'failed') return failed({ kind: 'failed' });
    try {
      const started = this.element.play();
      this.watchData('play');
      await started;
      return this.current === load ? ok(undefined) : failed({ kind: 'superseded' });
    } catch (error) {
      this.watchData('pause');
      if (this.current === load && load.preloadedUrl !== null && playRefusal(error).kind === 'denied') {
        this.audioElements.stepBack();
        this.otherDevices?.follow();
        this.openAnew(load, load.preloadedUrl);
        this.element.currentTime = load.startAt;
        return this.play();
      }
      return failed(this.current === load && this.hasFailed(load) ? { kind: 'failed' } : playRefusal(error));
    }
  }

  pause(): void {
    this.element.pause();
  }

  seek(to: Seconds): void {
    const load = this.current;
    if (load === null || load.phase === 'failed') return;
    load.startAt = to;
    load.wanted = to;
    load.watch.reset();
    if (this.canSeek()) this.element.currentTime = to;
    else {
      load.phase = 'loading';
      load.isSounding = false;
    }
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    this.applySpeed();
  }

  setVolume(volume: number): void {
    this.element.volume = Math.min(Math.max(volume, 0), 1);
    // On a phone, Safari ignores the volume, but not this (PLAY-72).
    this.element.muted = volume <= 0;
  }

  unload(): void {
    this.current = null;
    this.audioElements.release();
    this.empty();
  }

  position(): Seconds {
    const load = this.current;
    if (load === null) return seconds(0);
    return load.phase === 'ready' ? seconds(this.element.currentTime) : load.startAt;
  }

  private get element(): HTMLAudioElement {
    return this.audioElements.element;
  }

  private open(url: string): void {
    this.element.src = url;
    this.element.load();
  }

  /** Loads the source again, to continue at its position (PLAY-33). */
  private openAnew(load: Load, url: string): void {
    load.startAt = this.position();
    load.wanted = load.startAt;
    load.phase = 'loading';
    load.startSeeks = 0;
    load.preloadedUrl = null;
    load.isSounding = false;
    load.watch.reset();
    this.open(url);
    this.element.preservesPitch = true;
  }

  /** Loads a source again that does not sound, although the browser has data. Now its position is set later. */
  private async reload(load: Load): Promise<void> {
    load.isReloaded = true;
    if (this.position() === load.startAt) this.isStartSetLate = true;
    this.openAnew(load, this.element.src);
    const played = await this.play();
    if (!played.ok && played.error.kind === 'denied') this.fail(load, 'network');
  }

  private happened(type: string): void {
    const load = this.current;
    if (load === null || load.phase === 'failed') return;
    if (type === 'error') this.errorHappened(load);
    else if (load.phase === 'ready') this.soundWentOn(load, type);
    else this.loadingWentOn(load, type);
    this.watchData(type);
  }

  /** Emits no event of a source before it has reached its start position (PLAY-73). */
  private loadingWentOn(load: Load, type: string): void {
    const { element } = this;
    if (type === 'playing') load.soundsEarly = true;
    // WebKit may send this event because the code below reads the element.
    if (type === 'durationchange') return;
    if (element.readyState < element.HAVE_METADATA) return;
    if (element.seeking) return;
    if (!this.hasReachedStart(load, type)) return;
    load.phase = 'ready';
    load.position = seconds(element.currentTime);
    load.duration = this.knownDuration(load);
    this.applySpeed();
    this.tell({ load: load.id, kind: 'ready', duration: load.duration });
    this.checkWanted(load);
    if (load.soundsEarly && !element.paused) this.soundStarted(load);
    load.soundsEarly = false;
  }

  /**
   * True if the source is at its start position, or cannot get there. WebKit loses a position that was set before it
   * knew the duration, without an event. So the position is set again as soon as the browser can seek to it.
   */
  private hasReachedStart(load: Load, type: string): boolean {
    const { element } = this;
    const { currentTime, duration } = element;
    const end = this.seekableEnd();
    const isKnown = Number.isFinite(duration) && duration > currentTime + LEAST_REST;
    const wanted = isKnown ? Math.min(load.startAt, duration) : load.startAt;
    const off = currentTime - wanted;
    // A source that plays already has moved on.
    if (Math.abs(off) <= CLOSE_ENOUGH || (off > 0 && !element.paused)) return true;
    if (end < wanted) return type === 'timeupdate' && currentTime > NOT_SEEKABLE_AFTER;
    if (load.startSeeks === MOST_START_SEEKS) return true;
    load.startSeeks += 1;
    element.currentTime = wanted;
    return false;
  }

  /**
   * True if a position and a speed may be set. WebKit may have the metadata of a source without its duration. A seek
   * at that time, or reading `seekable`, makes WebKit use the position as the duration for ever. A change of the
   * speed at that time, or during a seek, stops the sound or crashes the page (PLAY-93).
   */
  private canSeek(): boolean {
    const { element } = this;
    return element.readyState < element.HAVE_METADATA || element.duration > 0;
  }

  /** Sets the speed when the sound is at its position and the duration is known. */
  private applySpeed(): void {
    const { element, speed } = this;
    if (this.current?.phase !== 'ready' || element.seeking || !this.canSeek()) return;
    if (element.playbackRate !== speed) element.playbackRate = speed;
  }

  private seekableEnd(): number {
    if (!this.canSeek()) return 0;
    const { seekable } = this.element;
    return seekable.length === 0 ? 0 : seekable.end(seekable.length - 1);
  }

  /** The duration; null if the browser does not know it yet, or if the source has no end. */
  private knownDuration({ position }: Load): Seconds | null {
    const { duration } = this.element;
    return Number.isFinite(duration) && duration > position + LEAST_REST ? seconds(duration) : null;
  }

  /** Sends `missed` once if the start or a seek did not lead to the wanted position (PLAY-91). */
  private checkWanted(load: Load): void {
    const { element } = this;
    const { wanted } = load;
    if (wanted === null || element.seeking) return;
    load.wanted = null;
    // A seek beyond the end leads to the end. It is not missed.
    if (element.ended) return;
    const off = Math.abs(
      element.currentTime - Math.min(wanted, this.knownDuration(load) ?? load.duration ?? wanted),
    );
    const canSeek = this.seekableEnd() >= wanted;
    if (off > (canSeek ? MOVED_ON : CLOSE_ENOUGH)) this.tell({ load: load.id, kind: 'missed', wanted });
  }

  private soundWentOn(load: Load, type: string): void {
    const { element } = this;
    const { id } = load;
    load.watch.look(element);
    switch (type) {
      case 'playing':
        if (!element.paused) this.soundStarted(load);
        break;
      case 'pause':
        if (element.paused) load.isSounding = false;
        // A source pauses at its end. This is reported as its end.
        if (element.paused && !element.ended) this.tell({ load: id, kind: 'paused' });
        break;
      case 'waiting':
        if (!element.paused) this.soundWaits(load);
        break;
      case 'timeupdate':
      case 'seeked':
        this.checkWanted(load);
        load.position = seconds(element.currentTime);
        if (type === 'seeked' || element.paused || this.clock.elapsed() - load.toldAt >= STEADY)
          this.tellPosition(load);
        // After a start near the end, the duration is known only now.
        this.durationChanged(load);
        if (!load.isSounding && load.watch.isMoving) this.soundStarted(load);
        break;
      case 'durationchange':
        this.durationChanged(load);
        break;
      case 'ended':
        if (!element.ended) break;
        load.isSounding = false;
        this.tell({ load: id, kind: 'ended' });
        break;
      default:
    }
  }

  private tellPosition(load: Load): void {
    load.toldAt = this.clock.elapsed();
    this.tell({ load: load.id, kind: 'moved', position: load.position });
  }

  private soundStarted(load: Load): void {
    load.isSounding = true;
    this.tell({ load: load.id, kind: 'playing' });
  }

  private soundWaits(load: Load): void {
    load.isSounding = false;
    load.watch.reset();
    this.tell({ load: load.id, kind: 'waiting' });
  }

  /** Sends a duration that the browser learned, or corrected, after the start (PLAY-74). */
  private durationChanged(load: Load): void {
    this.applySpeed();
    const duration = this.knownDuration(load);
    if (duration === null || duration === load.duration) return;
    load.duration = duration;
    this.tell({ load: load.id, kind: 'measured', duration });
  }

  private errorHappened(load: Load): void {
    const reason = failureReason(this.element.error, load.phase === 'ready');
    if (reason !== null) this.fail(load, reason);
  }

  private fail(load: Load, reason: 'network' | 'unplayable'): void {
    load.startAt = this.position();
    load.phase = 'failed';
    this.empty();
    this.tell({ load: load.id, kind: 'failed', reason });
  }

  private hasFailed(load: Load): boolean {
    return load.phase === 'failed';
  }

  /** Reports a wait, and later a failure, if the source should play but does not sound. */
  private watchData(type: string): void {
    const load = this.current;
    if (load === null || load.phase === 'failed' || this.element.paused) {
      this.stopWaiting();
      return;
    }
    const { limit, end } = this.deadlineOf(load);
    // The position says more than the browser (PLAY-94).
    const hasData = load.isSounding ? load.watch.hasMoved : type === 'progress';
    if (this.starving?.limit === limit && !hasData && type !== 'seeking') return;
    this.stopWaiting();
    const at = this.position();
    const since = this.clock.elapsed();
    const timer = this.clock.every(limit).subscribe(() => {
      // On a busy machine, a sound may move too irregularly to be noticed at each step.
      const hasMoved = Math.abs(this.position() - at) >= LEAST_MOVE;
      // After a sleep of the machine, the timer is late, and the sound had no time to move.
      const isLate = load.isSounding && this.clock.elapsed() - since > 2 * limit;
      if (hasMoved || isLate) this.watchAgain();
      else end();
    });
    this.starving = { limit, timer };
  }

  private watchAgain(): void {
    this.stopWaiting();
    this.watchData('timeupdate');
  }

  /** How long the source may be without a sound or without data, and what happens then. */
  private deadlineOf(load: Load): { readonly limit: Milliseconds; readonly end: () => void } {
    const { element } = this;
    if (load.isSounding) return { limit: STANDSTILL, end: () => this.stoodStill(load) };
    const hasData = load.phase === 'ready' && element.readyState >= element.HAVE_FUTURE_DATA;
    if (hasData && !load.isReloaded) return { limit: SILENCE_DEADLINE, end: () => void this.reload(load) };
    return { limit: STALL_DEADLINE, end: () => this.fail(load, 'network') };
  }

  private stoodStill(load: Load): void {
    this.soundWaits(load);
    this.watchAgain();
  }

  private stopWaiting(): void {
    this.starving?.timer.unsubscribe();
    this.starving = null;
  }

  private empty(): void {
    this.stopWaiting();
    empty(this.element);
  }

  private tell(event: AudioEvent): void {
    if (this.current?.id === event.load) this.events.next(event);
  }
}
