import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FeatureMigrations } from '../db/migrate.ts';
import type { Flag, Given } from '../given.ts';
import { printable } from '../text.ts';
import type { Work } from '../repeat.ts';

/** What can be chosen at the start. A part adds its options here, by `declare module`. */
export interface ProviderOptions {
  /** Loopback by default. */
  readonly host?: string | undefined;
  /** 0, the default, chooses a free port. */
  readonly port?: number | undefined;
  /** The folder of the database and the made media. */
  readonly dataDir: string;
  /** How long calls are still accepted at the end, in seconds; 0 by default. */
  readonly drainSeconds?: number | undefined;
  /** Receives one line for each code that a real pool would send, and for each failure. */
  readonly log?: ((line: string) => void) | undefined;
}

/** What a part declares. Its file has the name of its feature. */
interface PartDefinition<Service> {
  readonly flags?: Readonly<Record<string, Flag>>;
  /** The variables of the environment, and how their sentence in the help goes on. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Reads its flags and variables. */
  readonly read?: (given: Given) => Partial<ProviderOptions>;
  readonly migrations?: FeatureMigrations;
  /**
   * Registers routes, work and what is to be closed. The provider does not listen yet.
   *
   * @returns what other parts use
   */
  open(setup: Setup): Service | Promise<Service>;
}

export interface Part<Service = unknown> extends PartDefinition<Service> {
  /** Opens the part if no other part did so before. So the order of opening follows from the use. */
  in(setup: Setup): Promise<Service>;
}

export function part<Service>(definition: PartDefinition<Service>): Part<Service> {
  const opened = new WeakMap<Setup, Promise<Service>>();
  return {
    ...definition,
    in(setup) {
      const service = opened.get(setup) ?? Promise.resolve(definition.open(setup));
      opened.set(setup, service);
      return service;
    },
  };
}

/** Something that stays open until all work has ended. */
interface Closing {
  close(): Promise<void> | void;
  /** Called if the end takes longer than `abortMs`. Nothing outside may keep this process from its end. */
  readonly abort?: () => void;
  readonly abortMs?: number;
}

const CLOSE_CONNECTIONS_MS = 5_000;

/** A provider that starts: what the parts share, and what they register. */
export class Setup {
  readonly log: (line: string) => void;
  private readonly starts: (() => Work)[] = [];
  private readonly closings: Closing[] = [];
  private works: readonly Work[] = [];
  private draining = false;
  private address = '';

  constructor(
    readonly options: ProviderOptions,
    readonly server: FastifyInstance,
    /** Those of all parts. */
    readonly migrations: FeatureMigrations,
  ) {
    this.log = (line) => options.log?.(printable(line));
    this.onEnd({
      close: () => undefined,
      abort: () => server.server.closeAllConnections(),
      abortMs: CLOSE_CONNECTIONS_MS,
    });
  }

  /** Whether the provider is about to end. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** The address of the server. Empty until it listens. */
  get origin(): string {
    return this.address;
  }

  /** Starts work as soon as the provider listens. It stops together with the server. */
  onListening(start: () => Work): void {
    this.starts.push(start);
  }

  /** What was opened last is closed first. */
  onEnd(closing: Closing): void {
    this.closings.push(closing);
  }

  /** Fails if another program uses the address, before anything is opened and changed (CAT-143). */
  async tryAddress(): Promise<void> {
    const probe = createServer().listen(this.listenAt);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  }

  private get listenAt() {
    const { host = '127.0.0.1', port = 0 } = this.options;
    return { host, port };
  }

  async listen(): Promise<void> {
    await this.server.listen(this.listenAt);
    this.address = originOf(this.server);
    this.works = this.starts.map((start) => start());
  }

  async close(): Promise<void> {
    this.draining = true;
    if (this.address !== '') await wait((this.options.drainSeconds ?? 0) * 1000);
    const impatience = this.closings.flatMap(({ abort, abortMs }) =>
      abort === undefined ? [] : [setTimeout(abort, abortMs)],
    );
    await Promise.all([...this.works.map((work) => work.stop()), this.server.close()]);
    for (const closing of this.closings.toReversed()) await closing.close();
    for (const timer of impatience) clearTimeout(timer);
  }
}

function originOf(server: FastifyInstance): string {
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
