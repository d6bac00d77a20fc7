import type { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { Subscription } from '../../../src/ports/platform.ts';

const TICK = 50;
const TIME_UPDATE = 250;

/**
 * The part of a media element that the adapter uses, as in the HTML standard and in Chromium: events are sent in later
 * tasks, and a load discards the events of the one before.
 */
export class FakeMediaElement extends EventTarget {
  readonly isConnected = false;
  readonly HAVE_METADATA = 1;
  readonly HAVE_FUTURE_DATA = 3;
  preload = '';
  preservesPitch = false;
  defaultPlaybackRate = 1;
  paused = true;
  ended = false;
  seeking = false;
  readyState = 0;
  duration = Number.NaN;
  error: { readonly code: number } | null = null;
  /** The properties of the next source. */
  readonly source = {
    duration: 60,
    fails: false,
    isSeekable: true,
    /** As in WebKit: milliseconds from the metadata until the browser knows the duration and can seek. */
    durationTakes: 0,
  };
  deniesNextPlay = false;
  /**
   * As in WebKit after some seeks: after the next `play` the element sounds, and always reports that it has no data.
   */
  deniesData = false;
  /**
   * As in WebKitGTK on a busy machine: a source whose start position was set before its metadata says that it plays and has
   * data, and its position stands.
   */
  standsAtEarlyStart = false;
  /** It does not start, and sends no event, although it has data. */
  isSilent = false;
  muted = false;
  /** As in Safari: the element plays only after a load or a play in a gesture. Null for a browser that allows it. */
  gesture: { isActive: boolean } | null = null;
  /** As in Safari on a phone: the volume belongs to the buttons of the phone. */
  hasFixedVolume = false;
  private loudness = 1;
  private rate = 1;
  private hadGesture = false;
  private url = '';
  private currentPosition = 0;
  private defaultStart = 0;
  private isStalled = false;
  private isStanding = false;
  private isDurationKnown = false;
  private isDurationLost = false;
  private generation = 0;
  private ticks: Subscription | null = null;
  private sinceUpdate = 0;
  private readonly pendingPlays: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] =
    [];

  constructor(private readonly clock: MemoryClock) {
    super();
  }

  /** From the start to the end, or only the position if the source cannot seek. */
  get seekable(): Pick<TimeRanges, 'length' | 'end'> {
    // As in WebKit: reading this while the sound plays without a known duration sets the duration to the position for
    // ever.
    if (this.readyState > 0 && !this.isDurationKnown && this.currentPosition > this.duration) {
      this.isDurationLost = true;
      this.duration = this.currentPosition;
      this.later(0, () => this.tell('durationchange'));
    }
    return {
      length: this.readyState === 0 ? 0 : 1,
      end: () =>
        this.source.isSeekable && Number.isFinite(this.duration) ? this.duration : this.currentTime,
    };
  }

  get src(): string {
    return this.url;
  }

  set src(url: string) {
    this.url = url;
    this.load();
  }

  get volume(): number {
    return this.loudness;
  }

  set volume(to: number) {
    if (!this.hasFixedVolume) this.loudness = to;
  }

  get playbackRate(): number {
    return this.rate;
  }

  set playbackRate(to: number) {
    // As in WebKit: the sound stops if the speed changes before the duration is known, or during a seek.
    const isEarly = !this.isDurationKnown || (this.seeking && this.source.durationTakes > 0);
    if (this.readyState > 0 && to !== this.rate && isEarly) this.stall();
    this.rate = to;
  }

  get currentTime(): number {
    return this.readyState === 0 ? this.defaultStart : this.currentPosition;
  }

  set currentTime(to: number) {
    if (this.readyState === 0) this.defaultStart = to;
    else if (this.source.isSeekable) {
      // WebKit uses the position as the duration for ever.
      if (!this.isDurationKnown) this.isDurationLost = true;
      this.seekTo(to);
    }
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.url = '';
  }

  load(): void {
    if (this.gesture?.isActive === true) this.hadGesture = true;
    this.generation += 1;
    this.rejectPlays('AbortError');
    this.paused = true;
    this.ended = false;
    this.seeking = false;
    this.isStalled = false;
    this.isStanding = false;
    this.readyState = 0;
    this.currentPosition = 0;
    this.defaultStart = 0;
    this.duration = Number.NaN;
    this.error = null;
    this.rate = this.defaultPlaybackRate;
    this.ticks?.unsubscribe();
    this.ticks = null;
    if (this.url === '') return;
    this.later(20, () => (this.source.fails ? this.fail(4) : this.metadataArrived()));
  }

  async play(): Promise<void> {
    if (this.deniesNextPlay) {
      this.deniesNextPlay = false;
      throw named('NotAllowedError');
    }
    if (this.gesture?.isActive === true) this.hadGesture = true;
    if (this.gesture !== null && !this.hadGesture) throw named('NotAllowedError');
    if (this.error !== null) throw named('NotSupportedError');
    if (this.ended) this.seekTo(0);
    this.paused = false;
    this.startIfPossible();
    if (this.ticks !== null) return undefined;
    return new Promise((resolve, reject) => {
      this.pendingPlays.push({ resolve, reject });
    });
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.stopTicks();
    this.rejectPlays('AbortError');
    this.later(0, () => this.tell('timeupdate', 'pause'));
  }

  /** Runs out of data. */
  stall(): void {
    this.isStalled = true;
    this.stopTicks();
    // The event is sent only if the state changes.
    if (this.readyState > 2) this.later(0, () => this.tell('waiting'));
    this.readyState = 2;
    this.later(3000, () => this.tell('stalled'));
  }

  /** The position stands, and no event tells it. */
  stand(): void {
    this.isStanding = true;
  }

  /** A sound that stands goes on. */
  goOn(): void {
    this.isStanding = false;
  }

  /** The browser corrects its position, without a sound. */
  correctPosition(by: number): void {
    this.currentPosition += by;
    this.later(0, () => this.tell('timeupdate'));
  }

  /** Receives a little data, not enough to continue. */
  trickle(): void {
    this.later(0, () => this.tell('progress'));
  }

  dataReturns(): void {
    this.isStalled = false;
    this.readyState = 4;
    this.later(0, () => this.tell('progress', 'canplay'));
    this.startIfPossible();
  }

  fail(code: number): void {
    this.error = { code };
    this.stopTicks();
    this.later(0, () => this.tell('error'));
    this.rejectPlays('NotSupportedError');
  }

  private metadataArrived(): void {
    this.readyState = 1;
    const { duration, durationTakes } = this.source;
    this.isDurationKnown = durationTakes === 0;
    this.isDurationLost = false;
    this.duration = durationTakes > 0 ? 0 : duration;
    this.tell('loadedmetadata');
    this.isStanding = this.standsAtEarlyStart && this.defaultStart > 0;
    if (this.defaultStart > 0 && this.source.isSeekable) this.seekTo(this.defaultStart);
    if (durationTakes > 0) {
      this.later(durationTakes, () => {
        if (this.isDurationLost) return;
        this.isDurationKnown = true;
        this.duration = duration;
        this.tell('durationchange');
      });
    }
    this.later(10, () => {
      if (!this.isStalled) this.readyState = 4;
      this.tell('canplay', 'progress');
      this.startIfPossible();
    });
  }

  private seekTo(to: number): void {
    this.currentPosition = Math.min(Math.max(to, 0), this.duration);
    this.ended = false;
    this.seeking = true;
    this.stopTicks();
    this.later(0, () => this.tell('seeking'));
    this.later(15, () => {
      this.seeking = false;
      this.tell('timeupdate', 'seeked');
      this.startIfPossible();
    });
  }

  private startIfPossible(): void {
    const hasData = this.readyState > 2 || (this.deniesData && !this.isStalled);
    if (this.isSilent || this.paused || this.seeking || !hasData || this.ticks !== null) return;
    this.ticks = this.clock.every(milliseconds(TICK)).subscribe(() => this.tick());
    if (this.deniesData) {
      this.readyState = 2;
      this.later(0, () => this.tell('waiting'));
      return;
    }
    for (const { resolve } of this.pendingPlays.splice(0)) resolve();
    this.later(0, () => this.tell('playing'));
  }

  private tick(): void {
    if (this.isStanding) return;
    const { duration } = this.source;
    this.currentPosition = Math.min(this.currentPosition + (TICK / 1000) * this.playbackRate, duration);
    this.sinceUpdate += TICK;
    if (this.currentPosition >= duration) {
      this.stopTicks();
      this.ended = true;
      this.paused = true;
      this.tell('timeupdate', 'pause', 'ended');
    } else if (this.sinceUpdate >= TIME_UPDATE) {
      this.sinceUpdate = 0;
      this.tell('timeupdate');
    }
  }

  private stopTicks(): void {
    this.ticks?.unsubscribe();
    this.ticks = null;
  }

  private rejectPlays(name: string): void {
    for (const { reject } of this.pendingPlays.splice(0)) reject(named(name));
  }

  private later(span: number, work: () => void): void {
    const { generation } = this;
    void this.clock.after(milliseconds(Math.max(span, 1))).then(() => {
      if (generation === this.generation) work();
      return undefined;
    });
  }

  private tell(...types: readonly string[]): void {
    for (const type of types) this.dispatchEvent(new Event(type));
  }
}

const named = (name: string): Error => Object.assign(new Error(name), { name });
