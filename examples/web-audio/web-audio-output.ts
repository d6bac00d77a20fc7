import { Emitter } from '../../src/adapters/shared/emitter.ts';
import { DEFAULT_SPEED, type Speed } from '../../src/domain/playback/player.ts';
import { failed, ok, type Result } from '../../src/domain/result.ts';
import { milliseconds, seconds, type Seconds } from '../../src/domain/time.ts';
import {
  loadId,
  type AudioEvent,
  type AudioOutput,
  type AudioSource,
  type LoadId,
  type PlayRefusal,
} from '../../src/ports/audio-output.ts';
import type { Clock, Subscription } from '../../src/ports/platform.ts';

type Outcome = Result<void, PlayRefusal>;
type Load = { readonly id: LoadId; buffer: AudioBuffer | null };
type Graph = { readonly context: AudioContext; readonly gain: GainNode };
/** A source node that sounds. `since` is the time of the context at which it was at the stored position. */
type Sounding = { readonly node: AudioBufferSourceNode; since: number };

const PERIOD = milliseconds(250);
/** How long the browser may take to start the sound, before it counts as denied. */
const GESTURE = milliseconds(500);

const SUPERSEDED: Outcome = failed({ kind: 'superseded' });

/**
 * Plays through the Web Audio API, so that a graph of nodes can shape the sound. It loads a sound completely before it
 * plays, and a speed also changes the pitch: take it for short sounds.
 */
export class WebAudioOutput implements AudioOutput {
  readonly events = new Emitter<AudioEvent>();
  readonly canSetVolume = true;
  readonly otherDevices = null;
  private graph: Graph | null = null;
  private volume = 1;
  private current: Load | null = null;
  private loads = 0;
  private speed: Speed = DEFAULT_SPEED;
  /** The position when the sound last started, stopped or moved. */
  private stored: Seconds = seconds(0);
  private sounding: Sounding | null = null;
  private wantsSound = false;
  /** A call of `play` that waits for its source. */
  private waiting: ((outcome: Outcome) => void) | null = null;
  private ticks: Subscription | null = null;
  private preloaded: { readonly url: string; readonly buffer: Promise<AudioBuffer | null> } | null = null;

  /** @param createContext called when the first sound is loaded, because a page without sound needs none */
  constructor(
    private readonly createContext: () => AudioContext,
    private readonly clock: Clock,
    private readonly fetchBytes: (url: string) => Promise<ArrayBuffer>,
  ) {}

  load({ url, startAt, speed }: AudioSource): LoadId {
    this.silence();
    this.loads += 1;
    const load: Load = { id: loadId(this.loads), buffer: null };
    this.current = load;
    this.stored = startAt;
    this.speed = speed;
    const buffer = this.preloaded?.url === url ? this.preloaded.buffer : this.decode(url);
    this.preloaded = null;
    void buffer.then((decoded) => this.arrived(load, decoded));
    return load.id;
  }

  preload(url: string): void {
    this.preloaded = { url, buffer: this.decode(url) };
  }

  async play(): Promise<Outcome> {
    const load = this.current;
    if (load === null) return SUPERSEDED;
    this.wantsSound = true;
    const isAllowed = await Promise.race([
      this.context.resume().then(() => true),
      this.clock.after(GESTURE).then(() => this.context.state === 'running'),
    ]);
    if (this.current !== load || !this.wantsSound) return SUPERSEDED;
    if (!isAllowed) {
      this.wantsSound = false;
      return failed({ kind: 'denied' });
    }
    if (load.buffer !== null) {
      this.start(load, load.buffer);
      return ok(undefined);
    }
    this.settle(SUPERSEDED);
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  pause(): void {
    const load = this.current;
    if (load === null || !this.wantsSound) return;
    this.stop();
    this.wantsSound = false;
    this.settle(SUPERSEDED);
    if (load.buffer !== null) this.events.emit({ load: load.id, kind: 'paused' });
  }

  seek(to: Seconds): void {
    const load = this.current;
    if (load === null) return;
    const isSounding = this.sounding !== null;
    this.stop();
    this.stored = seconds(Math.min(Math.max(to, 0), load.buffer?.duration ?? to));
    if (load.buffer === null) return;
    if (isSounding) this.sound(load, load.buffer);
    this.events.emit({ load: load.id, kind: 'moved', position: this.stored });
  }

  setSpeed(speed: Speed): void {
    this.stored = this.position();
    this.speed = speed;
    if (this.sounding === null) return;
    this.sounding.since = this.context.currentTime;
    this.sounding.node.playbackRate.value = speed;
  }

  setVolume(volume: number): void {
    this.volume = Math.min(Math.max(volume, 0), 1);
    if (this.graph !== null) this.graph.gain.gain.value = this.volume;
  }

  unload(): void {
    this.silence();
    this.preloaded = null;
    this.current = null;
    this.stored = seconds(0);
  }

  position(): Seconds {
    if (this.sounding === null) return this.stored;
    const moved = (this.context.currentTime - this.sounding.since) * this.speed;
    return seconds(Math.min(this.stored + moved, this.current?.buffer?.duration ?? 0));
  }

  /** The graph of nodes, made at its first use. */
  private get nodes(): Graph {
    if (this.graph !== null) return this.graph;
    const context = this.createContext();
    const gain = context.createGain();
    gain.gain.value = this.volume;
    gain.connect(context.destination);
    this.graph = { context, gain };
    return this.graph;
  }

  private get context(): AudioContext {
    return this.nodes.context;
  }

  /** Null if the sound cannot be played. */
  private async decode(url: string): Promise<AudioBuffer | null> {
    try {
      return await this.context.decodeAudioData(await this.fetchBytes(url));
    } catch {
      return null;
    }
  }

  private arrived(load: Load, buffer: AudioBuffer | null): void {
    if (this.current !== load) return;
    if (buffer === null) {
      this.wantsSound = false;
      this.settle(failed({ kind: 'failed' }));
      this.events.emit({ load: load.id, kind: 'failed', reason: 'unplayable' });
      return;
    }
    load.buffer = buffer;
    this.stored = seconds(Math.min(this.stored, buffer.duration));
    this.events.emit({ load: load.id, kind: 'ready', duration: seconds(buffer.duration) });
    // A subscriber may have loaded another source.
    if (this.current !== load || this.waiting === null) return;
    this.start(load, buffer);
    this.settle(ok(undefined));
  }

  private start(load: Load, buffer: AudioBuffer): void {
    if (this.sounding !== null) return;
    // A sound that has ended starts again.
    if (this.stored >= buffer.duration) this.stored = seconds(0);
    this.sound(load, buffer);
    this.events.emit({ load: load.id, kind: 'playing' });
  }

  private sound(load: Load, buffer: AudioBuffer): void {
    const node = this.context.createBufferSource();
    node.buffer = buffer;
    node.playbackRate.value = this.speed;
    node.connect(this.nodes.gain);
    node.addEventListener('ended', () => this.ended(load, node));
    node.start(0, this.stored);
    this.sounding = { node, since: this.context.currentTime };
    this.ticks = this.clock
      .every(PERIOD)
      .subscribe(() => this.events.emit({ load: load.id, kind: 'moved', position: this.position() }));
  }

  private ended(load: Load, node: AudioBufferSourceNode): void {
    // A node also ends when it is stopped. Then it is no longer the one that sounds.
    if (this.sounding?.node !== node) return;
    this.stop();
    this.stored = seconds(load.buffer?.duration ?? 0);
    this.wantsSound = false;
    this.events.emit({ load: load.id, kind: 'ended' });
  }

  private stop(): void {
    this.stored = this.position();
    this.ticks?.unsubscribe();
    this.ticks = null;
    const { sounding } = this;
    this.sounding = null;
    sounding?.node.stop();
  }

  private silence(): void {
    this.stop();
    this.wantsSound = false;
    this.settle(SUPERSEDED);
  }

  private settle(outcome: Outcome): void {
    this.waiting?.(outcome);
    this.waiting = null;
  }
}
