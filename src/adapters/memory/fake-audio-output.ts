import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { DEFAULT_SPEED } from '../../domain/playback/speed.ts';
import type { Speed } from '../../domain/playback/speed.ts';
import { milliseconds, seconds } from '../../domain/time.ts';
import type { Instant, Milliseconds, Seconds } from '../../domain/time.ts';
import { loadId } from '../../ports/audio-output.ts';
import type { AudioEvent, AudioOutput, AudioSource, LoadId, PlayRefusal } from '../../ports/audio-output.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Subscription } from '../../ports/signal.ts';
import { Emitter } from '../shared/emitter.ts';

type Load = {
  readonly id: LoadId;
  readonly url: string;
  readonly duration: Seconds;
  isReady: boolean;
};

type Waiting = (outcome: Result<void, PlayRefusal>) => void;

export type FakeAudioOptions = {
  /** How long the sound behind an address lasts; five minutes unless told. */
  readonly durationOf?: (url: string) => Seconds;
  /** How long a load takes until it is ready. */
  readonly loadingTime?: Milliseconds;
};

const BEAT = milliseconds(250);
const FIVE_MINUTES = seconds(300);

/**
 * A voice without sound, driven by a clock: it plays, ends, stalls, refuses and fails as a browser does,
 * and can be made to tell of what no longer counts.
 */
export class FakeAudioOutput implements AudioOutput {
  readonly events = new Emitter<AudioEvent>();
  speed: Speed = DEFAULT_SPEED;
  volume = 1;
  isPlaying = false;
  /** What is being prepared; null once it was loaded or given up. */
  prepared: string | null = null;
  /** The next `play` is refused as a browser does without a gesture. */
  deniesNextPlay = false;
  /** The next `load` fails. */
  failsNextLoad = false;
  private isStalled = false;
  private current: Load | null = null;
  private loads = 0;
  private place: Seconds = seconds(0);
  /** Since when the place has been moving; null while it stands. */
  private movingSince: Instant | null = null;
  private waiting: Waiting | null = null;
  private beat: Subscription | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly options: FakeAudioOptions = {},
  ) {}

  get url(): string | null {
    return this.current?.url ?? null;
  }

  /** Whether the place is moving. */
  get isSounding(): boolean {
    return this.movingSince !== null;
  }

  get loadCount(): number {
    return this.loads;
  }

  load({ url, startAt, speed }: AudioSource): LoadId {
    this.silence();
    this.prepared = null;
    this.loads += 1;
    const duration = this.options.durationOf?.(url) ?? FIVE_MINUTES;
    const load: Load = { id: loadId(this.loads), url, duration, isReady: false };
    this.current = load;
    this.place = startAt;
    this.speed = speed;
    const fails = this.failsNextLoad;
    this.failsNextLoad = false;
    void this.finishLoading(load, fails);
    return load.id;
  }

  preload(url: string): void {
    this.prepared = url;
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
    this.standStill();
    this.isPlaying = false;
    this.answerPlay(failed({ kind: 'superseded' }));
    if (load.isReady) this.events.emit({ load: load.id, kind: 'paused' });
  }

  seek(to: Seconds): void {
    const load = this.current;
    if (load === null) return;
    this.place = seconds(Math.min(Math.max(to, 0), load.duration));
    if (!load.isReady) return;
    if (this.movingSince !== null) this.movingSince = this.clock.now();
    this.events.emit({ load: load.id, kind: 'moved', position: this.place });
  }

  setSpeed(speed: Speed): void {
    this.place = this.position();
    if (this.movingSince !== null) this.movingSince = this.clock.now();
    this.speed = speed;
  }

  setVolume(volume: number): void {
    this.volume = Math.min(Math.max(volume, 0), 1);
  }

  unload(): void {
    this.silence();
    this.prepared = null;
    this.current = null;
    this.place = seconds(0);
  }

  position(): Seconds {
    if (this.movingSince === null) return this.place;
    const moved = ((this.clock.now() - this.movingSince) / 1000) * this.speed;
    return seconds(Math.min(this.place + moved, this.current?.duration ?? 0));
  }

  /** Data stops coming: the sound waits until `dataReturned` or `failWith`. */
  stall(): void {
    const load = this.current;
    if (load === null || !this.isPlaying || this.isStalled) return;
    this.standStill();
    this.isStalled = true;
    this.events.emit({ load: load.id, kind: 'waiting' });
  }

  dataReturned(): void {
    const load = this.current;
    if (load === null || !this.isStalled) return;
    this.isStalled = false;
    if (this.isPlaying) this.startMoving(load);
  }

  /** The source brings nothing more. */
  failWith(reason: 'network' | 'unplayable'): void {
    const load = this.current;
    if (load === null) return;
    this.standStill();
    this.isPlaying = false;
    this.answerPlay(failed({ kind: 'failed' }));
    this.events.emit({ load: load.id, kind: 'failed', reason });
  }

  /** Tells something as a browser does that is late, usually of a load that was superseded. */
  tellLate(event: AudioEvent): void {
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
    this.place = seconds(Math.min(this.place, load.duration));
    this.events.emit({ load: load.id, kind: 'ready', duration: load.duration });
    // Whoever heard that may have wished for something else.
    if (this.current !== load) return;
    if (this.isPlaying) this.startMoving(load);
    this.answerPlay(ok(undefined));
  }

  private startMoving(load: Load): void {
    // A browser plays a source that has ended from its beginning.
    if (this.place >= load.duration) this.place = seconds(0);
    this.isStalled = false;
    this.movingSince = this.clock.now();
    this.beat?.unsubscribe();
    this.beat = this.clock.every(BEAT).subscribe(() => this.moved(load));
    this.events.emit({ load: load.id, kind: 'playing' });
  }

  private moved(load: Load): void {
    const position = this.position();
    this.events.emit({ load: load.id, kind: 'moved', position });
    if (this.current !== load || this.movingSince === null || position < load.duration) return;
    this.standStill();
    this.isPlaying = false;
    this.events.emit({ load: load.id, kind: 'ended' });
  }

  private standStill(): void {
    this.place = this.position();
    this.movingSince = null;
    this.beat?.unsubscribe();
    this.beat = null;
  }

  private silence(): void {
    this.standStill();
    this.isPlaying = false;
    this.isStalled = false;
    this.answerPlay(failed({ kind: 'superseded' }));
  }

  private answerPlay(outcome: Result<void, PlayRefusal>): void {
    this.waiting?.(outcome);
    this.waiting = null;
  }
}
