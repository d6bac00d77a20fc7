import type { Device } from '../world.ts';
import type { Page } from './page.ts';
import type { SentResponse, Asked } from './provider.ts';

export const CALL_KINDS = [
  'position',
  'royalty',
  'record',
  'address',
  'user',
  'title',
  'favorite',
  'pool',
  'other',
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** The possible faults of a call. */
export const EFFECTS = [
  'lost', // not handled; the connection breaks
  'silent', // not handled, and without a response
  'cut', // handled; the connection breaks before the response
  'mute', // handled, and without a response
  'late', // handled some minutes later
  'slow', // handled; the response arrives some minutes later
  'twice', // handled twice
  '401',
  '403',
  '404',
  '429',
  '500',
  '502',
  '502-handled',
  '504-handled',
  'html', // handled; a proxy responds with a web page
  'portal', // not handled; a network that asks to sign in responds with a web page
  'half',
] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * False if the network repeats a royalty. A royalty has no id, so the repetition counts twice, and no client can
 * prevent this.
 */
export const isPossible = (effect: Effect, kind: CallKind): boolean =>
  effect !== 'twice' || kind !== 'royalty';

export type Fault = {
  readonly call: CallKind | 'any';
  readonly effect: Effect;
  /** Milliseconds: the delay of a late call or a slow response, or the value of `Retry-After`. */
  readonly delay: number;
};

/** A call that was sent, and its outcome. */
export type Call = {
  readonly kind: CallKind;
  readonly at: number;
  readonly page: Page;
  readonly user: string | null;
  readonly body: string;
  fault: Effect | null;
  isHandled: boolean;
  /** The response that the page received. Null if none arrived. `at` is in milliseconds since the epoch. */
  responded: { readonly status: number; readonly isWebPage: boolean; readonly at: number } | null;
};

const kindOf = (host: string, method: string, path: string): CallKind => {
  if (host === 'pool.sim') return 'pool';
  if (path === '/user/content') return 'position';
  if (path === '/audio/reporting') return 'royalty';
  if (path.startsWith('/user/playing-data/')) return 'record';
  if (path === '/audio/tokenize') return 'address';
  if (path === '/favorites/content') return 'favorite';
  if (path === '/user' && method === 'GET') return 'user';
  return path.startsWith('/content/') || path.startsWith('/podcast') ? 'title' : 'other';
};

const HTML = '<!doctype html><title>Hello</title><p>Please sign in to this network.';

const WEB_PAGE: SentResponse = { status: 200, body: HTML };

/** The part of a response that the product reads. */
class SimulatedResponse {
  readonly ok: boolean;
  readonly redirected = false;
  readonly statusText = '';

  constructor(
    readonly status: number,
    private readonly content: string,
    readonly headers: Headers,
  ) {
    this.ok = status >= 200 && status < 300;
  }

  async text(): Promise<string> {
    return Promise.resolve(this.content);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

const abortError = (): Error => Object.assign(new Error('The call was given up'), { name: 'AbortError' });

type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
};

/** The network of one device. */
export class Network {
  isOnline = true;
  /** True if the network asks to sign in, and responds to every call with its own page. */
  isCaptive = false;
  /** True if sounds get no data although calls get responses. */
  mediaStalls = false;
  readonly faults: Fault[] = [];

  constructor(readonly device: Device) {}

  async fetch(page: Page, address: string, sent: Sent = {}): Promise<SimulatedResponse> {
    return new Promise((resolve, reject) => {
      if (!page.acts('call')) return;
      if (sent.signal?.aborted === true) reject(abortError());
      else new Exchange(this, page, new URL(address, PAGE), sent, { resolve, reject }).start();
    });
  }

  takeFault(kind: CallKind): Fault | null {
    const at = this.faults.findIndex(({ call }) => call === 'any' || call === kind);
    return at === -1 ? null : (this.faults.splice(at, 1)[0] ?? null);
  }
}

const PAGE = 'https://app.sim';

/** Faults for which the service is not called. The value is the status of the response. */
const INSTEAD: Partial<Readonly<Record<Effect, number>>> = {
  401: 401,
  403: 403,
  404: 404,
  429: 429,
  500: 500,
  502: 502,
};

type Settling = {
  readonly resolve: (response: SimulatedResponse) => void;
  readonly reject: (error: unknown) => void;
};

/** One call and its response. */
class Exchange {
  private readonly call: Call;
  private readonly asked: Asked;
  private readonly delay: number;
  private isAborted = false;

  constructor(
    private readonly network: Network,
    private readonly page: Page,
    private readonly url: URL,
    private readonly sent: Sent,
    private readonly settling: Settling,
  ) {
    const { world } = page;
    const { method = 'GET', headers = {}, body = '', signal } = sent;
    const path = url.pathname.replace('/api/v2', '');
    const authorization = headers['Authorization'] ?? null;
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const kind = kindOf(url.hostname, method, path);
    const fault = network.takeFault(kind);
    this.asked = { method, path, query: url.searchParams, authorization, body: text };
    this.delay = fault?.delay ?? 0;
    this.call = {
      kind,
      at: world.timeline.now,
      page,
      user: authorization === null ? null : world.pool.issuedTo(authorization.replace('Bearer ', '')),
      body: text,
      fault: fault !== null && isPossible(fault.effect, kind) ? fault.effect : null,
      isHandled: false,
      responded: null,
    };
    signal?.addEventListener('abort', () => {
      this.isAborted = true;
      settling.reject(abortError());
    });
    world.called(this.call);
  }

  start(): void {
    const { fault } = this.call;
    const { timeline, random } = this.page.world;
    if (!this.network.isOnline || fault === 'lost') {
      this.breakAfter(OFFLINE);
      return;
    }
    if (fault === 'silent') return;
    timeline.after(fault === 'late' ? this.delay : random.between(...TRAVEL), null, () => this.arrive());
  }

  /** Hands the call to the service, unless the call was aborted, the network is away or the page is gone. */
  private arrive(): void {
    const { fault, kind } = this.call;
    const isStopped = this.isAborted || !this.network.isOnline || (this.page.isGone && !this.sent.keepalive);
    // A late call is in the network already, so nothing can stop it.
    if (isStopped && fault !== 'late') {
      if (!this.isAborted) this.breakAfter(0);
      return;
    }
    const status = fault === null ? undefined : INSTEAD[fault];
    if (status !== undefined) {
      this.respond(failure(kind, status, this.delay));
      return;
    }
    if (fault === 'portal' || this.network.isCaptive) {
      this.respond(WEB_PAGE);
      return;
    }
    const given = this.handle();
    if (fault === 'twice') this.handle();
    this.respondToHandled(given);
  }

  private respondToHandled(given: SentResponse): void {
    switch (this.call.fault) {
      case 'mute':
        return;
      case 'cut':
        this.breakAfter(OFFLINE);
        return;
      case '502-handled':
        this.respond({ ...WEB_PAGE, status: 502 });
        return;
      case '504-handled':
        this.respond({ ...WEB_PAGE, status: 504 });
        return;
      case 'html':
        this.respond(WEB_PAGE);
        return;
      case 'half':
        this.respond({ ...given, body: given.body.slice(0, given.body.length / 2) });
        return;
      case 'slow':
        this.respond(given, this.delay);
        return;
      default:
        this.respond(given);
    }
  }

  private handle(): SentResponse {
    const { page, call, asked, sent, url } = this;
    const { world } = page;
    const { now } = world.timeline;
    if (call.kind === 'pool')
      return world.pool.respond(sent.headers?.['X-Amz-Target']?.split('.').at(-1) ?? '', call.body, now);
    if (url.origin === PAGE) return { status: 200, body: world.document() };
    const given = world.provider.respond(asked, now);
    call.isHandled ||= given.status === 200;
    if (call.kind === 'favorite') world.savedFavorite(call);
    const isReport = call.kind === 'position' || call.kind === 'royalty';
    if (isReport && given.status === 200) world.arrived(call);
    return given;
  }

  private respond(given: SentResponse, delay = this.page.random.between(...TRAVEL)): void {
    const { world } = this.page;
    const sentAt = new Date(world.timeline.now).toUTCString();
    this.page.later(delay, () => {
      if (this.isAborted) return;
      if (!this.network.isOnline) {
        this.breakAfter(0);
        return;
      }
      const isWebPage = given.body === HTML;
      this.call.responded = { status: given.status, isWebPage, at: world.timeline.now };
      world.responded(this.call, given);
      const type = isWebPage ? 'text/html; charset=utf-8' : 'application/json';
      const headers = new Headers({ 'Content-Type': type, Date: sentAt, ...given.headers });
      this.settling.resolve(new SimulatedResponse(given.status, given.body, headers));
    });
  }

  private breakAfter(delay: number): void {
    this.page.later(delay, () => this.settling.reject(new TypeError('Failed to fetch')));
  }
}

/**
 * Milliseconds: until a connection without a network breaks, and the range of the duration of a message in one
 * direction.
 */
const OFFLINE = 5;
const TRAVEL = [10, 150] as const;

/** The response of a service that did not handle a call. The user pool has error codes of its own. */
const failure = (kind: CallKind, status: number, delay: number): SentResponse => {
  if (kind !== 'pool' || status >= 500) {
    const headers = status === 429 ? { 'Retry-After': String(Math.ceil(delay / 1000)) } : {};
    return { status, body: status >= 500 ? HTML : '{}', headers };
  }
  const code = status === 429 ? 'TooManyRequestsException' : 'InternalErrorException';
  return { status: status === 429 ? 400 : 500, body: JSON.stringify({ __type: code, message: 'Later' }) };
};
