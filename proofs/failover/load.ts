import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isFields } from 'audio-streaming-provider/text';
import type { Royalties, State } from './report.ts';

/** A listener who is signed in at a provider. */
export interface Listener {
  readonly sub: string;
  readonly origin: string;
  readonly token: string;
}

/** A title of the demonstration that every listener may hear. */
const TITLE = 'the-olive-year';
/** The provider promises a response within five seconds. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 400;

/** The number of each write is in its value, so that every value is different from the one before it. */
const WRITES: Readonly<
  Record<string, (number: number) => readonly [method: string, path: string, body: unknown]>
> = {
  position: (last_position) => [
    'POST',
    '/user/content',
    [{ id: TITLE, playback_speed: 1, content_type: 1, last_position }],
  ],
  name: (number) => ['PUT', '/user', { full_name: `Listener ${number}` }],
  favourite: (number) => ['POST', '/favorites/content', { content_id: TITLE, is_favorite: number % 2 === 1 }],
};

const VALUES: Readonly<Record<string, (number: number) => string>> = {
  position: String,
  name: (number) => `Listener ${number}`,
  favourite: (number) => String(number % 2 === 1),
};

const TOKENIZE = `/audio/tokenize?url=/media/audio/${TITLE}.mp3`;
const READS = [
  TOKENIZE,
  '/browse',
  '/user',
  '/user/content?active=1&limit=15&next_page=1',
  `/content/${TITLE}`,
  '/favorites/content?limit=15&next_page=1',
  '/search?term=sea&limit=3',
  '/library',
];

/** Writers and readers, who go on until they are told to stop, and what they know. */
export class Load {
  readonly states = new Map<string, State>();
  readonly royalties = new Map<string, Royalties>();
  /** The moments of acknowledged writes, and of reads that were served. */
  readonly acknowledged: number[] = [];
  readonly served: number[] = [];
  /** How many responses had which status. `none`: there was no response in time. */
  readonly responses: Record<string, number> = {};
  slowestMs = 0;
  /** Reads that found an older position than the one that was acknowledged before. */
  outdated = 0;
  private readonly over = new AbortController();
  private readonly work: Promise<void>[] = [];

  constructor(listeners: readonly Listener[]) {
    setMaxListeners(0, this.over.signal);
    for (const [at, listener] of listeners.entries()) {
      this.work.push(this.write(listener));
      if (at % 5 === 0) this.work.push(this.read(listener));
    }
  }

  /** Each writer ends with its current write acknowledged. */
  async stop(): Promise<void> {
    this.over.abort();
    await Promise.race([Promise.all(this.work), wait(60_000)]);
  }

  /**
   * Writes at one database server, past the proxies, until the signal. What a server without the others acknowledges
   * would be lost.
   */
  async writeDirectly(name: string, connect: () => pg.Client, signal: AbortSignal): Promise<void> {
    let number = 0;
    const write = async (client: pg.Client): Promise<void> => {
      await client.connect();
      while (!signal.aborted) {
        number += 1;
        const key = `direct write ${number}, ${name}`;
        await client.query('insert into trial_writes values ($1)', [key]);
        this.states.set(key, { acknowledged: 'stored', later: [] });
        await wait(20);
      }
    };
    while (!signal.aborted) {
      const client = connect();
      client.on('error', () => undefined);
      await write(client).catch(() => wait(50));
      client.end().catch(() => undefined);
    }
  }

  private async write(listener: Listener): Promise<void> {
    const { signal } = this.over;
    await this.repeat(listener, 'GET', TOKENIZE);
    for (let number = 1; !signal.aborted; number += 1) {
      for (const [kind, request] of Object.entries(WRITES)) {
        const value = VALUES[kind]?.(number) ?? '';
        const key = `${kind} of ${listener.sub}`;
        const state = this.states.get(key) ?? { acknowledged: null, later: [] };
        this.states.set(key, state);
        state.later.push(value);
        await this.repeat(listener, ...request(number));
        Object.assign(state, { acknowledged: value, later: [] });
        this.acknowledged.push(performance.now());
        await pause(signal);
      }
      const sent = this.royalties.get(listener.sub) ?? { acknowledged: 0, unknown: [] };
      this.royalties.set(listener.sub, sent);
      // Each has another length, so that the sum tells which of them are stored.
      const body = [{ content_id: TITLE, duration: number }];
      const status = await this.repeat(listener, 'POST', '/audio/reporting', body);
      if (status === 200) {
        sent.acknowledged += number;
        this.acknowledged.push(performance.now());
      } else sent.unknown.push(number);
      await pause(signal);
    }
  }

  private async read(listener: Listener): Promise<void> {
    const { signal } = this.over;
    const position = `/user/playing-data/${TITLE}`;
    const acknowledged = (): number =>
      Number(this.states.get(`position of ${listener.sub}`)?.acknowledged ?? 0);
    while (!signal.aborted) {
      for (const path of [...READS, position]) {
        const known = acknowledged();
        const { status, body } = await this.call(listener, 'GET', path);
        if (status === 200) {
          this.served.push(performance.now());
          if (path === position && isFields(body) && Number(body['last_position']) < known)
            this.outdated += 1;
        }
        await pause(signal);
      }
    }
  }

  /**
   * Repeats a call while the provider refuses it (503), as the app does. A royalty is not repeated if it may have been
   * stored (PROG-62).
   */
  private async repeat(
    listener: Listener,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<number | null> {
    for (;;) {
      const { status, retryAfter } = await this.call(listener, method, path, body);
      const isUnknown = status === 504 || status === null;
      if (status === 200 || (isUnknown && path === '/audio/reporting')) return status;
      await wait(retryAfter * 1000);
    }
  }

  private async call({ origin, token }: Listener, method: string, path: string, body?: unknown) {
    const start = performance.now();
    let status: number | null = null;
    let parsed: unknown = null;
    let retryAfter = 1;
    try {
      const response = await fetch(`${origin}/api/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      parsed = await response.json();
      ({ status } = response);
      retryAfter = Number(response.headers.get('retry-after') ?? retryAfter);
    } catch {
      // There was no response that can be read.
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - start);
    const name = String(status ?? 'none');
    this.responses[name] = (this.responses[name] ?? 0) + 1;
    return { status, body: parsed, retryAfter };
  }
}

/** Ends early when the load stops. */
const pause = (signal: AbortSignal): Promise<void> =>
  wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
