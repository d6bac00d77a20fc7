import { MemoryClock } from '../../src/adapters/memory/memory-clock.ts';
import { Emitter } from '../../src/adapters/shared/emitter.ts';
import { MemoryKeyValueStore } from '../../src/adapters/memory/memory-key-value-store.ts';
import { StoredPlaybackJournal } from '../../src/adapters/browser/stored-playback-journal.ts';
import type { Json, RecordedEntry, Recording } from '../../src/adapters/recording/recording.ts';
import { failed } from '../../src/domain/result.ts';
import { instant } from '../../src/domain/time.ts';
import { Harness } from '../harness.ts';
import type { Ports } from '../harness.ts';

type RecordedCall = Extract<RecordedEntry, { readonly kind: 'call' }>;
type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/** The result of a replay. */
export type Replayed = {
  readonly harness: Harness;
  /** One sentence for each difference between the replayed and the recorded run. */
  readonly differences: readonly string[];
};

/**
 * Runs the application again from a recording: commands in order, and ports that respond as they did, at the same
 * times. The harness then has the resulting state.
 */
export const replay = async (recording: Recording, options: ReplayOptions = {}): Promise<Replayed> =>
  new Replay(recording, options).run();

export type ReplayOptions = {
  /** Gets the harness before the run starts, for example to show its screens. */
  readonly started?: (harness: Harness) => void;
  /**
   * True if screens are shown, which call ports beside the run. A call that the recording has no unused result for then
   * gets the last result of that call, and is no difference.
   */
  readonly isShown?: boolean;
};

class Replay {
  private readonly clock: MemoryClock;
  private readonly unused: Map<number, RecordedCall>;
  private readonly waiting = new Map<number, Waiting>();
  private readonly settled = new Map<number, Extract<RecordedEntry, { readonly kind: 'answer' }>>();
  private readonly signals = new Map<string, Emitter<unknown>>();
  private readonly handed = new Map<number, unknown>();
  private readonly cancellations = new Map<number, AbortController>();
  private readonly differences: string[] = [];
  private readonly harness: Harness;

  constructor(
    private readonly recording: Recording,
    private readonly options: ReplayOptions,
  ) {
    this.clock = new MemoryClock(instant(recording.startedAt));
    this.unused = new Map(
      recording.entries.flatMap((entry, index) => (entry.kind === 'call' ? [[index, entry] as const] : [])),
    );
    const store = new MemoryKeyValueStore();
    for (const [key, text] of Object.entries(recording.store)) store.set(key, text);
    this.harness = new Harness({
      items: [],
      asPage: true,
      ports: {
        clock: this.clock,
        store,
        journal: new StoredPlaybackJournal(store),
        account: this.port('account'),
        audioOutput: this.port('audioOutput'),
        auth: this.port('auth'),
        deployment: this.port('deployment'),
        hostedLogin: this.port('hostedLogin'),
        mediaControls: this.port('mediaControls'),
        network: this.port('network'),
        registration: this.port('registration'),
        contentApi: {
          catalogue: this.port('catalogue', 'contentApi.catalogue'),
          playback: this.port('playbackApi', 'contentApi.playback'),
          users: this.port('userApi', 'contentApi.users'),
          favorites: this.port('favoritesApi', 'contentApi.favorites'),
        },
      },
    });
  }

  async run(): Promise<Replayed> {
    this.options.started?.(this.harness);
    await settle();
    for (const [index, entry] of this.recording.entries.entries()) {
      await this.clock.advanceAsync(Math.max(entry.at - this.clock.now(), 0));
      this.happens(entry, index);
      await settle();
    }
    for (const { port, method } of this.unused.values()) {
      this.differences.push(`${port}.${method} was called in the recording, and not in the replay`);
    }
    return { harness: this.harness, differences: [...new Set(this.differences)] };
  }

  private happens(entry: RecordedEntry, index: number): void {
    switch (entry.kind) {
      case 'command':
        this.command(entry, index);
        break;
      case 'answer':
        this.settled.set(entry.call, entry);
        this.respond(entry.call);
        break;
      case 'event':
        this.signal(`${entry.port}.${entry.signal}`).emit(this.decode(entry.value));
        break;
      case 'abort':
        this.cancellation(entry.cancellation).abort();
        break;
      default:
      // The application makes calls itself.
    }
  }

  private command(entry: Extract<RecordedEntry, { readonly kind: 'command' }>, index: number): void {
    const owner = this.find(entry.of);
    const method: unknown = entry.method === '' ? owner : Reflect.get(Object(owner) as object, entry.method);
    if (typeof method !== 'function') {
      this.differences.push(`there is no ${entry.of}.${entry.method} to call`);
      return;
    }
    const value: unknown = Reflect.apply(
      method,
      owner,
      entry.args.map((arg) => this.decode(arg)),
    );
    this.handed.set(index, value);
    if (value instanceof Promise) {
      value.then(
        (settled: unknown) => this.handed.set(index, settled),
        (error: unknown) => this.differences.push(`${entry.of}.${entry.method} threw: ${String(error)}`),
      );
    }
  }

  /** A port that responds as recorded. */
  private port<Name extends keyof Ports>(name: Name, port: string = name): Ports[Name] {
    const methods = new Map<string, (...args: readonly unknown[]) => unknown>();
    return new Proxy(
      {},
      {
        get: (_, property) => {
          // `await` would treat an object with a `then` method as a promise.
          if (typeof property === 'symbol' || property === 'then') return undefined;
          if (this.isSignal(port, property)) return this.signal(`${port}.${property}`);
          const method = methods.get(property) ?? ((...args) => this.call(port, property, args));
          methods.set(property, method);
          return method;
        },
      },
    );
  }

  private call(port: string, method: string, args: readonly unknown[]): unknown {
    if (port === 'mediaControls') return undefined;
    const found = this.recordedCall(port, method, args);
    if (found === null) {
      if (this.options.isShown === true) return this.lastResult(port, method);
      this.differences.push(`${port}.${method} was not called in the recording, and has no response`);
      return new Promise(() => undefined);
    }
    const [index, call] = found;
    this.unused.delete(index);
    if (call.isPending !== true) return call.value === undefined ? undefined : this.decode(call.value);
    return new Promise((resolve, reject) => {
      this.waiting.set(index, { resolve, reject });
      this.respond(index);
    });
  }

  /** The last result of that call in the recording. Without one, the provider cannot be reached. */
  private lastResult(port: string, method: string): unknown {
    const { entries } = this.recording;
    for (const [index, entry] of [...entries.entries()].toReversed()) {
      if (entry.kind !== 'call' || entry.port !== port || entry.method !== method) continue;
      if (entry.isPending !== true) return entry.value === undefined ? undefined : this.decode(entry.value);
      const answer = entries.find((each) => each.kind === 'answer' && each.call === index);
      if (answer?.kind === 'answer' && answer.value !== undefined)
        return Promise.resolve(this.decode(answer.value));
    }
    // A page that never loads would show nothing else.
    return port.startsWith('contentApi.')
      ? Promise.resolve(failed({ kind: 'unreachable' }))
      : new Promise(() => undefined);
  }

  /** The first call of that name that was not replayed yet, preferably with the same arguments. */
  private recordedCall(port: string, method: string, args: readonly unknown[]) {
    const calls = [...this.unused].filter(([, call]) => call.port === port && call.method === method);
    const sent = JSON.stringify(args.filter((arg) => !(arg instanceof AbortSignal)));
    return calls.find(([, call]) => JSON.stringify(call.args.filter(isSaid)) === sent) ?? calls[0] ?? null;
  }

  private respond(index: number): void {
    const response = this.settled.get(index);
    const waiting = this.waiting.get(index);
    if (response === undefined || waiting === undefined) return;
    if (response.threw === undefined)
      waiting.resolve(response.value === undefined ? undefined : this.decode(response.value));
    else waiting.reject(new Error(response.threw));
  }

  private isSignal(port: string, name: string): boolean {
    return SIGNALS.has(`${port}.${name}`);
  }

  private signal(name: string): Emitter<unknown> {
    const signal = this.signals.get(name) ?? new Emitter<unknown>();
    this.signals.set(name, signal);
    return signal;
  }

  private cancellation(number: number): AbortController {
    const controller = this.cancellations.get(number) ?? new AbortController();
    this.cancellations.set(number, controller);
    return controller;
  }

  /** Resolves a name: a service, or the result of an earlier command. */
  private find(name: string): unknown {
    const [first = '', ...rest] = name.split('.').filter((part) => part !== '');
    const begin: unknown = first.startsWith('#')
      ? this.handed.get(Number(first.slice(1)))
      : Reflect.get(this.harness.services, first);
    const start = name === '' ? this.harness.services : begin;
    return rest.reduce<unknown>((owner, part) => member(owner, part), start);
  }

  private decode(value: Json): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((entry: Json) => this.decode(entry));
    const entries = Object.entries(value);
    const [name, encoded] = entries[0] ?? ['', null];
    if (name === '$undefined') return undefined;
    if (name === '$number') return Number(encoded);
    if (name === '$cancellation') return this.cancellation(Number(encoded)).signal;
    if (name === '$handed' && typeof encoded === 'string') return this.find(encoded);
    return Object.fromEntries(entries.map(([field, each]) => [field, this.decode(each)]));
  }
}

const SIGNALS: ReadonlySet<string> = new Set([
  'audioOutput.events',
  'auth.ended',
  'mediaControls.commands',
  'network.returned',
]);

/** True if an argument describes the request. */
const isSaid = (arg: Json): boolean =>
  !(typeof arg === 'object' && arg !== null && ('$cancellation' in arg || '$opaque' in arg));

/** A member, bound to its object. */
const member = (owner: unknown, name: string): unknown => {
  const holder: object = Object(owner) as object;
  const value: unknown = Reflect.get(holder, name);
  return typeof value === 'function' ? (value.bind(holder) as unknown) : value;
};

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};
