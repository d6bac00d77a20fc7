import type { AppFailure } from '../../domain/downloads/download.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import { seconds } from '../../domain/time.ts';
import type { Log, Network, Deployment, DeploymentCheck, OfflineApp } from '../../ports/platform.ts';
import type { MediaCommand, MediaControls, MediaPosition, NowPlaying } from '../../ports/media-controls.ts';
import { Emitter } from '../shared/emitter.ts';
import type { Transcript } from '../../domain/transcripts/transcript.ts';
import type { TranscriptType } from '../../domain/catalogue/transcript-source.ts';
import type { TranscriptFailure, TranscriptReader } from '../../ports/transcript-reader.ts';

/** Transcripts in memory, by their addresses. The stored file of a transcript holds its address. */
export class MemoryTranscripts implements TranscriptReader {
  /** The addresses that were fetched, in order. */
  fetched: readonly string[] = [];
  private readonly results = new Map<string, Result<Transcript, TranscriptFailure>>();

  /** Sets what is at an address from now on: a transcript, or why there is none. */
  put(address: string, result: Transcript | TranscriptFailure): void {
    this.results.set(address, 'kind' in result ? failed(result) : ok(result));
  }

  async fetch(address: string, _type: TranscriptType): Promise<Result<Transcript, TranscriptFailure>> {
    this.fetched = [...this.fetched, address];
    return this.results.get(address) ?? failed({ kind: 'gone' });
  }

  async read(file: Uint8Array, _type: TranscriptType): Promise<Result<Transcript, TranscriptFailure>> {
    return this.results.get(new TextDecoder().decode(file)) ?? failed({ kind: 'unreadable' });
  }
}

/** A network that tests turn on and off. */
export class MemoryNetwork implements Network {
  readonly returned = new Emitter<void>();
  private hasNetwork = true;

  isOnline(): boolean {
    return this.hasNetwork;
  }

  /** Loses the network, without an event. */
  goOffline(): void {
    this.hasNetwork = false;
  }

  /** Gets the network back, and emits `returned`. */
  goOnline(): void {
    this.hasNetwork = true;
    this.returned.emit();
  }
}

type Entry = {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Records the log entries. */
export class MemoryLog implements Log {
  /** Every entry, oldest first. */
  entries: readonly Entry[] = [];

  warn(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    this.entries = [...this.entries, { level: 'warn', message, details }];
  }

  error(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    this.entries = [...this.entries, { level: 'error', message, details }];
  }
}

/** A build that is the newest one until a test changes that. Counts the reloads of the page. */
export class MemoryDeployment implements Deployment {
  /** How often the page was reloaded. */
  reloads = 0;
  private state: DeploymentCheck = 'newest';
  private mayReload = true;

  async check(): Promise<DeploymentCheck> {
    return this.state;
  }

  reload(): boolean {
    if (!this.mayReload) return false;
    this.mayReload = false;
    this.reloads += 1;
    return true;
  }

  /** Sets whether the host serves this build, serves another build, or cannot be reached. */
  setState(state: DeploymentCheck): void {
    this.state = state;
    // The page has not been reloaded for this build yet.
    if (state === 'outdated') this.mayReload = true;
  }
}

/** An app that is stored at once, until a test changes that. */
export class MemoryOfflineApp implements OfflineApp {
  /** Why the files cannot be stored; null if they can. */
  refusal: AppFailure | null = null;
  /** How often the files were to be stored. */
  attempts = 0;

  constructor(private isThere = true) {}

  isStored(): boolean {
    return this.isThere;
  }

  async store(): Promise<Result<void, { readonly kind: AppFailure }>> {
    this.attempts += 1;
    if (this.refusal !== null) return failed({ kind: this.refusal });
    this.isThere = true;
    return ok(undefined);
  }
}

/** Media controls whose display can be read, and whose buttons can be pressed. */
export class MemoryMediaControls implements MediaControls {
  readonly commands = new Emitter<MediaCommand>();
  /** What the system shows; null if nothing is. */
  shown: NowPlaying | null = null;
  /** Whether the system shows that it plays. */
  isPlaying = false;
  /** The position that the system shows; null if it shows none. */
  position: MediaPosition | null = null;

  show(playing: NowPlaying | null): void {
    this.shown = playing;
    if (playing !== null) return;
    this.isPlaying = false;
    this.position = null;
  }

  setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying && this.shown !== null;
  }

  setPosition(position: MediaPosition | null): void {
    const isValid = position !== null && Number.isFinite(position.duration) && position.duration > 0;
    this.position = isValid && this.shown !== null ? within(position) : null;
  }

  /** Presses a button. Without a title there are no buttons. */
  press(command: MediaCommand): void {
    if (this.shown !== null) this.commands.emit(command);
  }
}

const within = (sent: MediaPosition): MediaPosition => {
  const position = Number.isFinite(sent.position) ? sent.position : 0;
  return { ...sent, position: seconds(Math.min(Math.max(position, 0), sent.duration)) };
};
