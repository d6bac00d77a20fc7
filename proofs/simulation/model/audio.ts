import { lengthOf } from './catalogue.ts';
import type { Page } from './page.ts';

/** How far an element loads ahead, in seconds of the content. */
const AHEAD = 40;

/** Interval at which an element checks whether it needs more data, in milliseconds. */
const REFILL = 1000;

const NETWORK_ERROR = 2;
const NOT_SUPPORTED = 4;

const NOTHING = 0;
const METADATA = 1;
const CURRENT_DATA = 2;
const ENOUGH_DATA = 4;

type Pending = { readonly resolve: () => void; readonly reject: (error: Error) => void };

const named = (name: string): Error => Object.assign(new Error(name), { name });

/**
 * An audio element in virtual time. It loads ahead, waits for data, seeks and ends as the HTML standard requires. It
 * reports each moment of sound to the world.
 */
export class SimulatedAudio extends EventTarget {
  readonly HAVE_METADATA = METADATA;
  readonly HAVE_FUTURE_DATA = 3;
  readonly style = {};
  preload = 'auto';
  volume = 1;
  muted = false;
  preservesPitch = true;
  defaultPlaybackRate = 1;
  isConnected = false;
  readyState: number = NOTHING;
  duration = Number.NaN;
  paused = true;
  ended = false;
  seeking = false;
  error: { readonly code: number } | null = null;
  private rate = 1;
  private address = '';
  private time = 0;
  /** The instant at which `time` was updated. Null while the element is silent. */
  private since: number | null = null;
  /** When the element last began to sound. */
  startedAt = Number.NEGATIVE_INFINITY;
  /** When the element last stopped sounding. */
  soundedAt = Number.NEGATIVE_INFINITY;
  /** When the element last got a source. */
  sourceAt = Number.NEGATIVE_INFINITY;
  private loadedTo = 0;
  private generation = 0;
  private tickedAt = 0;
  private cancelTick: () => void = () => undefined;
  private pending: readonly Pending[] = [];
  /** True if the current source has sounded. */
  hasSounded = false;
  /**
   * True if the source was opened after the provider had said that the listener does not exist. Its sound is excused
   * until the provider names a listener again (PROG-36).
   */
  isNobodys = false;

  constructor(private readonly page: Page) {
    super();
    page.elements.push(this);
  }

  get isSounding(): boolean {
    return this.since !== null;
  }

  /** Position in seconds. Reading it changes nothing. */
  get position(): number {
    return this.currentTime;
  }

  get src(): string {
    return this.address;
  }

  set src(address: string) {
    this.address = address;
    this.sourceAt = this.page.now;
    this.load();
  }

  get currentTime(): number {
    if (this.since === null) return this.time;
    return Math.min(this.time + ((this.page.now - this.since) / 1000) * this.rate, this.end);
  }

  set currentTime(to: number) {
    if (this.page.isGone) return;
    this.settle();
    if (this.readyState === NOTHING) {
      this.time = to;
      return;
    }
    const { generation } = this;
    this.stop();
    this.time = Math.min(Math.max(to, 0), this.end);
    this.ended = false;
    this.seeking = true;
    this.page.world.sought(this, this.page);
    this.tell('seeking');
    this.page.later(20, () => {
      if (generation !== this.generation) return;
      this.seeking = false;
      if (this.time > this.loadedTo || this.time < this.loadedTo - 10 * AHEAD) this.loadedTo = this.time;
      this.dispatchEvent(new Event('timeupdate'));
      this.dispatchEvent(new Event('seeked'));
      this.refill(this.generation);
    });
  }

  /** Every position of a sound whose duration is known can be reached. */
  get seekable(): Pick<TimeRanges, 'length' | 'start' | 'end'> {
    return { length: this.readyState === NOTHING ? 0 : 1, start: () => 0, end: () => this.duration };
  }

  get playbackRate(): number {
    return this.rate;
  }

  set playbackRate(rate: number) {
    this.settle();
    this.rate = rate;
    this.schedule();
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.address = '';
  }

  replaceWith(other: SimulatedAudio): void {
    this.isConnected = false;
    other.isConnected = true;
  }

  load(): void {
    this.settle();
    this.stop();
    this.generation += 1;
    this.refuse('AbortError');
    this.readyState = NOTHING;
    this.duration = Number.NaN;
    this.time = 0;
    this.loadedTo = 0;
    this.ended = false;
    this.seeking = false;
    this.error = null;
    this.paused = true;
    this.rate = this.defaultPlaybackRate;
    this.hasSounded = false;
    this.isNobodys = this.page.isNobodys;
    if (this.address === '' || !this.page.acts('media')) return;
    const { generation } = this;
    this.page.later(this.page.random.between(30, 300), () => this.open(generation));
  }

  async play(): Promise<void> {
    if (!this.page.acts('media')) return new Promise(() => undefined);
    if (this.page.deniesSound()) throw named('NotAllowedError');
    if (this.error !== null) throw named('NotSupportedError');
    if (this.ended) this.currentTime = 0;
    const wasPaused = this.paused;
    this.paused = false;
    if (wasPaused && this.readyState < ENOUGH_DATA) this.tell('waiting');
    if (this.readyState === ENOUGH_DATA && !this.seeking) {
      if (wasPaused) this.start();
      return;
    }
    await new Promise<void>((resolve, reject) => {
      this.pending = [...this.pending, { resolve, reject }];
    });
  }

  pause(): void {
    if (this.page.isGone || this.paused) return;
    this.settle();
    this.stop();
    this.paused = true;
    this.refuse('AbortError');
    this.tell('timeupdate');
    this.tell('pause');
  }

  /** Silences the sound until `wake`, because the machine or the page stops. */
  suspend(): void {
    this.settle();
    if (this.isSounding) this.page.world.silenced(this, this.page);
    this.stop();
  }

  wake(): void {
    if (!this.paused && this.readyState === ENOUGH_DATA && !this.ended && !this.seeking) this.start();
  }

  private get end(): number {
    return Number.isFinite(this.duration) ? this.duration : Number.POSITIVE_INFINITY;
  }

  private open(generation: number): void {
    if (generation !== this.generation) return;
    const { network } = this.page.device;
    if (!this.isFile && network.mediaStalls) {
      this.page.later(REFILL, () => this.open(generation));
      return;
    }
    const isReachable = this.isFile
      ? this.page.objects.get(this.address)?.isReadable === true
      : network.isOnline && !network.isCaptive && !this.isExpired;
    if (!isReachable) {
      this.fail(NOT_SUPPORTED);
      return;
    }
    this.duration = lengthOf(this.address);
    this.readyState = METADATA;
    this.time = Math.min(this.time, this.duration);
    this.loadedTo = this.time;
    this.dispatchEvent(new Event('loadedmetadata'));
    this.refill(this.generation);
  }

  /** True if the source is a file of this browser, which needs no network. */
  get isFile(): boolean {
    return this.address.startsWith('blob:');
  }

  private get isExpired(): boolean {
    return (
      Number(/until=(?<until>\d+)/u.exec(this.address)?.groups?.['until']) <= this.page.world.timeline.now
    );
  }

  /** Loads more data if the network sends it. */
  private refill(generation: number): void {
    if (generation !== this.generation || this.readyState === NOTHING || this.error !== null) return;
    this.settle();
    const { network } = this.page.device;
    const target = Math.min(this.time + AHEAD, this.duration);
    const hasNetwork = network.isOnline && !network.isCaptive && !network.mediaStalls;
    if (this.loadedTo < target && (this.isFile || hasNetwork)) {
      if (this.isExpired) {
        this.fail(NETWORK_ERROR);
        return;
      }
      this.loadedTo = target;
      this.tell('progress');
    }
    const hasData = this.loadedTo > this.time || this.time >= this.duration;
    if (!hasData) {
      if (this.readyState !== CURRENT_DATA) {
        this.readyState = CURRENT_DATA;
        this.page.world.reaches('sound starved');
        this.stop();
        if (!this.paused) {
          this.tell('timeupdate');
          this.tell('waiting');
        }
      }
      this.page.later(REFILL, () => this.refill(generation));
      return;
    }
    if (this.readyState < ENOUGH_DATA) {
      this.readyState = ENOUGH_DATA;
      this.tell('canplay');
    }
    if (!this.paused && !this.seeking && this.since === null && !this.ended) this.start();
  }

  private start(): void {
    if (this.page.postponed !== null) return;
    this.since = this.page.now;
    this.startedAt = this.since;
    this.tell('playing');
    for (const { resolve } of this.pending) resolve();
    this.pending = [];
    this.hasSounded = true;
    this.page.world.soundStarted(this, this.page);
    this.schedule();
  }

  /** Reports to the world what has sounded since the last call. */
  private settle(): void {
    if (this.since === null) return;
    const elapsed = this.page.now - this.since;
    const before = this.time;
    this.time = this.currentTime;
    this.since = this.page.now;
    if (elapsed > 0) this.page.world.heard(this, this.page, (this.time - before) * 1000);
  }

  private stop(): void {
    if (this.since !== null) this.soundedAt = this.page.now;
    this.since = null;
    this.cancelTick();
  }

  private schedule(): void {
    this.cancelTick();
    if (this.since === null) return;
    const left = (Math.min(this.end, this.loadedTo) - this.time) / this.rate;
    const { generation } = this;
    // An element that reports its position too late, for example after a sleep, reports it at once.
    const untilTick = this.page.tick - (this.page.now - this.tickedAt);
    const delay = Math.max(1, Math.min(untilTick, Math.ceil(left * 1000)));
    this.cancelTick = this.page.later(delay, () => {
      if (generation === this.generation && this.since !== null) this.tick();
    });
  }

  private tick(): void {
    this.settle();
    this.tickedAt = this.page.now;
    if (this.time >= this.end) {
      this.stop();
      this.ended = true;
      this.paused = true;
      this.page.tab.soundEnded(this.address);
      this.dispatchEvent(new Event('timeupdate'));
      this.dispatchEvent(new Event('pause'));
      this.dispatchEvent(new Event('ended'));
      return;
    }
    if (this.loadedTo - this.time < AHEAD / 2) this.refill(this.generation);
    if (this.since === null) return;
    this.schedule();
    this.dispatchEvent(new Event('timeupdate'));
  }

  private fail(code: number): void {
    this.page.world.reaches(code === NETWORK_ERROR ? 'sound interrupted' : 'sound not opened');
    this.settle();
    this.stop();
    this.error = { code };
    this.readyState = NOTHING;
    this.refuse('NotSupportedError');
    this.tell('error');
  }

  private refuse(name: string): void {
    for (const { reject } of this.pending) reject(named(name));
    this.pending = [];
  }

  /** Dispatches an event in a task of its own, as a browser does. */
  private tell(type: string): void {
    const { generation } = this;
    this.page.later(0, () => {
      if (generation === this.generation) this.dispatchEvent(new Event(type));
    });
  }
}
