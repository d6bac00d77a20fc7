import { failed, ok, type Result } from '../../domain/result.ts';
import { DEFAULT_SPEED, type Speed } from '../../domain/playback/player.ts';
import { type Instant, milliseconds, type Milliseconds, seconds, type Seconds } from '../../domain/time.ts';
import {
  type AudioEvent,
  type DeviceState,
  type OtherDevices,
  type AudioOutput,
  type AudioSource,
  loadId,
  type LoadId,
  type PlayRefusal,
} from '../../ports/audio-output.ts';
import type { Clock, Subscription } from '../../ports/platform.ts';
import { Emitter } from '../shared/emitter.ts';

type Load = {
  readonly id: LoadId;
  readonly url: string;
  readonly duration: Seconds;
  readonly isSeekable: boolean;
  isReady: boolean;
};

type Waiting = (outcome: Result<void, PlayRefusal>) => void;

/** How the fake sound behaves. */
export type FakeAudioOptions = {
  /** The duration of the sound at an address. The default is five minutes. */
  readonly durationOf?: (url: string) => Seconds;
  /** The time from a load until it is ready. */
  readonly loadingTime?: Milliseconds;
};

const PERIOD = milliseconds(250);
const FIVE_MINUTES = seconds(300);

/** Other devices, which a test adds and connects. */
export class FakeOtherDevices implements OtherDevices {
  /** How often the list was opened. */
  opened = 0;
  private readonly changes = new Emitter<DeviceState>();
  private state: DeviceState = 'none';
  readonly states = {
    subscribe: (next: (state: DeviceState) => void): Subscription => {
      next(this.state);
      return this.changes.subscribe(next);
    },
  };

  /** Tells that other devices can play, play now, or are gone. */
  become(state: DeviceState): void {
    this.state = state;
    this.changes.emit(state);
  }

  async choose(): Promise<void> {
    this.opened += 1;
  }
}

/**
 * An audio output without sound, driven by a clock. It plays, ends, stalls, refuses and fails as a browser does. It can
 * also send late events.
 */
export class FakeAudioOutput implements AudioOutput {
  readonly events = new Emitter<AudioEvent>();
  /** The speed of the current source, and of what plays next. */
  speed: Speed = DEFAULT_SPEED;
  /** From 0 to 1, as set last. */
  volume = 1;
  canSetVolume = true;
  readonly otherDevices = new FakeOtherDevices();
  /** True after `play`, also while data is missing, until a pause, the end or a failure. */
  isPlaying = false;
  /** The address that is being preloaded, or null. */
  preloaded: string | null = null;
  /** Where the preloaded source is to start; null if it is preloaded from its start on. */
  preloadedAt: Seconds | null = null;
  /** The next `play` is refused, as a browser refuses it without a gesture. */
  deniesNextPlay = false;
  /** The next `load` fails. */
  failsNextLoad = false;
  /** Sources loaded from now on can seek. */
  isSeekable = true;
  private isStalled = false;
  private current: Load | null = null;
  private loads = 0;
  private storedPosition: Seconds = seconds(0);
  /** The time when the position started to move; null while it does not move. */
  private movingSince: Instant | null = null;
  private waiting: Waiting | null = null;
  private timer: Subscription | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly options: FakeAudioOptions = {},
  ) {}

  /** The address of the loaded source; null if there is none. */
  get url(): string | null {
    return this.current?.url ?? null;
  }

  /** True while the position moves. */
  get isSounding(): boolean {
    return this.movingSince !== null;
  }

  /** How often `load` was called. */
  get loadCount(): number {
    return this.loads;
  }

  load({ url, startAt, speed }: AudioSource): LoadId {
    this.silence();
    this.preloaded = null;
    this.loads += 1;
    const duration = this.options.durationOf?.(url) ?? FIVE_MINUTES;
    const { isSeekable } = this;
    const load: Load = { id: loadId(this.loads), url, duration, isSeekable, isReady: false };
    this.current = load;
    this.storedPosition = startAt;
    this.speed = speed;
    const fails = this.failsNextLoad;
    this.failsNextLoad = false;
    void this.finishLoading(load, fails);
    return load.id;
  }

  preload(url: string, startAt: Seconds | null = null): void {
    this.preloaded = url;
    this.preloadedAt = startAt;
  }

  async play(): Promise<Result<void, PlayRefusal>> {
    const load = this.current;
    if (load === null) return failed({ kind: 'superseded' });
    if (this.deniesNextPlay) {
      this.deniesNextPlay = false;
      return failed({ kind: 'denied' });
    }
    if (this.isPlaying && load.isReady) return ok(undefined);
    this.isPlaying = true;
    if (load.isReady) {
      // A browser plays a source that has ended from its start.
      if (this.storedPosition >= load.duration) this.storedPosition = seconds(0);
      this.startMoving(load);
      return ok(undefined);
    }
    this.waiting?.(failed({ kind: 'superseded' }));
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  pause(): void {
    const load = this.current;
    if (load === null || !this.isPlaying) return;
    this.stopMoving();
    this.isPlaying = false;
    this.settlePlay(failed({ kind: 'superseded' }));
    if (load.isReady) this.events.emit({ load: load.id, kind: 'paused' });
  }

  seek(to: Seconds): void {
    const load = this.current;
    if (load === null) return;
    if (load.isReady && !load.isSeekable) {
      this.events.emit({ load: load.id, kind: 'missed', wanted: to });
      return;
    }
    this.storedPosition = seconds(Math.min(Math.max(to, 0), load.duration));
    if (!load.isReady) return;
    if (this.movingSince !== null) this.movingSince = this.clock.now();
    this.events.emit({ load: load.id, kind: 'moved', position: this.storedPosition });
  }

  setSpeed(speed: Speed): void {
    this.storedPosition = this.position();
    if (this.movingSince !== null) this.movingSince = this.clock.now();
    this.speed = speed;
  }

  setVolume(volume: number): void {
    this.volume = Math.min(Math.max(volume, 0), 1);
  }

  unload(): void {
    this.silence();
    this.preloaded = null;
    this.current = null;
    this.storedPosition = seconds(0);
  }

  position(): Seconds {
    if (this.movingSince === null) return this.storedPosition;
    const moved = ((this.clock.now() - this.movingSince) / 1000) * this.speed;
    return seconds(Math.min(this.storedPosition + moved, this.current?.duration ?? 0));
  }

  /** Simulates a lack of data. Playback waits until `resumeData` or `failWith` is called. */
  stall(): void {
    const load = this.current;
    if (load === null || !this.isPlaying || this.isStalled) return;
    this.stopMoving();
    this.isStalled = true;
    this.events.emit({ load: load.id, kind: 'waiting' });
  }

  /** Ends `stall`: what was playing goes on. Does nothing without a stall. */
  resumeData(): void {
    const load = this.current;
    if (load === null || !this.isStalled) return;
    this.isStalled = false;
    if (this.isPlaying) this.startMoving(load);
  }

  /** Lets the source fail. */
  failWith(reason: 'network' | 'unplayable'): void {
    const load = this.current;
    if (load === null) return;
    this.stopMoving();
    this.isPlaying = false;
    this.settlePlay(failed({ kind: 'failed' }));
    this.events.emit({ load: load.id, kind: 'failed', reason });
  }

  /** Sends a late event, for example of a load that was replaced. */
  emitLate(event: AudioEvent): void {
    this.events.emit(event);
  }

  private async finishLoading(load: Load, fails: boolean): Promise<void> {
    await this.clock.after(this.options.loadingTime ?? milliseconds(0));
    if (this.current !== load) return;
    if (fails) this.failWith('unplayable');
    else this.becomeReady(load);
  }

  private becomeReady(load: Load): void {
    load.isReady = true;
    const wanted = seconds(Math.min(this.storedPosition, load.duration));
    this.storedPosition = load.isSeekable ? wanted : seconds(0);
    this.events.emit({ load: load.id, kind: 'ready', duration: load.duration });
    if (wanted !== this.storedPosition) this.events.emit({ load: load.id, kind: 'missed', wanted });
    // A subscriber may have loaded another source.
    if (this.current !== load) return;
    if (this.isPlaying) this.startMoving(load);
    this.settlePlay(ok(undefined));
  }

  private startMoving(load: Load): void {
    this.isStalled = false;
    if (this.storedPosition >= load.duration) {
      // A source that starts at its end makes no sound.
      this.isPlaying = false;
      this.events.emit({ load: load.id, kind: 'ended' });
      return;
    }
    this.movingSince = this.clock.now();
    this.timer?.unsubscribe();
    this.timer = this.clock.every(PERIOD).subscribe(() => this.tick(load));
    this.events.emit({ load: load.id, kind: 'playing' });
  }

  private tick(load: Load): void {
    const position = this.position();
    this.events.emit({ load: load.id, kind: 'moved', position });
    if (this.current !== load || this.movingSince === null || position < load.duration) return;
    this.stopMoving();
    this.isPlaying = false;
    this.events.emit({ load: load.id, kind: 'ended' });
  }

  private stopMoving(): void {
    this.storedPosition = this.position();
    this.movingSince = null;
    this.timer?.unsubscribe();
    this.timer = null;
  }

  private silence(): void {
    this.stopMoving();
    this.isPlaying = false;
    this.isStalled = false;
    this.settlePlay(failed({ kind: 'superseded' }));
  }

  private settlePlay(outcome: Result<void, PlayRefusal>): void {
    this.waiting?.(outcome);
    this.waiting = null;
  }
}
