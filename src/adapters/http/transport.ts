import { failed, ok, type Result } from '../../domain/result.ts';
import { instant, milliseconds, type Instant, type Milliseconds } from '../../domain/time.ts';
import type { Auth, Session, SessionFailure } from '../../ports/auth.ts';
import type { Clock, Cancellation } from '../../ports/platform.ts';
import type { ApiResult, ApiFailure, Departure } from '../../ports/content-api.ts';
import type { ApiPath } from './api-path.ts';
import { CallLimit, pauseBeforeRetry, RETRY_WINDOW, type FailedAttempt } from './limits-and-retries.ts';
import { CONTENT_TYPE, queryOf, sessionHeaders, type Params } from './first-calls.ts';

export type ApiCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Null if a value cannot be part of a path. The call then fails with `not-found`. */
  readonly path: ApiPath | null;
  readonly params?: Params;
  /** Beside those of every call. They must be headers that need no permission of another origin. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON (SES-73). */
  readonly body?: unknown;
  /** A status other than 2xx that also means success. */
  readonly doneStatus?: number;
  /** True if the browser may complete the call after the page was closed. */
  readonly keepalive?: boolean;
  /** True if the call means nothing without a session. It is then not sent, and fails with `no-session`. */
  readonly needsSession?: boolean;
  readonly cancellation?: Cancellation | undefined;
  readonly departure?: Departure | undefined;
};

export type JsonResponse = { readonly text: string; readonly body: unknown };

export type TransportOptions = {
  /** The address of the product API, with or without a path (SES-79). */
  readonly apiUrl: string;
  readonly auth: Pick<Auth, 'session' | 'renew'>;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Called with the provider's time, whenever a fresh response names it (APP-56). */
  readonly onServerTime?: (serverTime: Instant) => void;
  readonly fetch?: typeof fetch;
};

/** A call without a response after this time fails (SES-78). */
export const FIRST_BYTE_DEADLINE: Milliseconds = milliseconds(10_000);

/** A response that took longer does not correct the clock (APP-56). */
const QUICK = milliseconds(5_000);

/** How long the body of a response may take (SES-78). */
export const BODY_DEADLINE: Milliseconds = milliseconds(30_000);

// Browsers refuse keepalive requests whose bodies together exceed 64 KiB.
const KEEPALIVE_LIMIT = 60 * 1024;

type Attempted<Value> = Result<Value, FailedAttempt>;

type Exchange = { readonly response: Response; readonly session: Session | null };

/** Reads a successful response. It may fail, too. */
type ReadResponse<Value> = (response: Response, limit: CallLimit) => Promise<Result<Value, ApiFailure>>;

/**
 * Calls the product API over HTTP: headers (SES-72), deadlines (SES-78), retries (SES-75 to SES-77), and one renewal of
 * a refused session (SES-74). Returns every failure as a kind; throws nothing.
 */
export class Transport {
  private readonly base: string;
  private readonly fetch: typeof fetch;

  constructor(private readonly options: TransportOptions) {
    this.base = `${options.apiUrl.replace(/\/+$/u, '')}/api/v2`;
    // A bare reference to `fetch` would lose its `this`.
    this.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  async requestJson(call: ApiCall): Promise<ApiResult<JsonResponse>> {
    return this.sendAndRead(call, readJson);
  }

  /** Makes a call whose response body is not needed. */
  async request(call: ApiCall): Promise<ApiResult<void>> {
    return this.sendAndRead(call, ignoreBody);
  }

  private async sendAndRead<Value>(call: ApiCall, read: ReadResponse<Value>): Promise<ApiResult<Value>> {
    const { path } = call;
    if (path === null) return failed({ kind: 'not-found' });
    const limit = new CallLimit(this.options.clock, call.cancellation);
    try {
      return await this.attempts({ ...call, path }, limit, read);
    } finally {
      limit.close();
    }
  }

  private async attempts<Value>(
    call: ApiCall & { readonly path: ApiPath },
    limit: CallLimit,
    read: ReadResponse<Value>,
  ): Promise<ApiResult<Value>> {
    if (limit.givenUp === null) limit.within(FIRST_BYTE_DEADLINE);
    let lastFailure: ApiFailure | null = null;
    let earlier: Session | undefined;
    for (let retries = 0; ; retries += 1) {
      const session = await limit.race(this.options.auth.session(earlier));
      if (session?.ok === true) earlier = session.value;
      const outcome = await this.attempt(call, session, limit, read);
      if (outcome.ok) return outcome;
      if (limit.givenUp !== null) {
        // If a retry runs out of time, the failure before it is returned. The retry itself may have arrived.
        const failure = this.whyGivenUp(limit, lastFailure);
        return failed(lastFailure === null ? failure : { ...failure, mayHaveArrived: true });
      }
      lastFailure = outcome.error.failure;
      const { clock, random } = this.options;
      const pause = pauseBeforeRetry(
        { method: call.method, retries, failed: outcome.error },
        clock.now(),
        random,
      );
      if (pause === null) return failed(lastFailure);
      call.departure?.returned?.();
      if (retries === 0) limit.within(RETRY_WINDOW);
      await limit.race(clock.after(pause));
      if (limit.givenUp !== null) return failed(this.whyGivenUp(limit, lastFailure));
    }
  }

  private whyGivenUp(limit: CallLimit, lastFailure: ApiFailure | null): ApiFailure {
    if (limit.givenUp === 'cancelled') return { kind: 'cancelled' };
    return lastFailure ?? { kind: 'timeout' };
  }

  /**
   * Makes one attempt. If the provider refuses the session, renews it once and repeats the call (SES-74).
   *
   * @param session null if its deadline has passed
   */
  private async attempt<Value>(
    call: ApiCall & { readonly path: ApiPath },
    session: Result<Session, SessionFailure> | null,
    limit: CallLimit,
    read: ReadResponse<Value>,
  ): Promise<Attempted<Value>> {
    if (session === null) return unanswered({ kind: 'timeout' });
    if (!session.ok && session.error.kind === 'unreachable') return unanswered({ kind: 'unreachable' });
    if (!session.ok && call.needsSession === true) return unanswered({ kind: 'no-session' });
    if (isStopped(call)) return unanswered({ kind: 'cancelled' });
    let exchange = await this.exchange(call, session.ok ? session.value : null, limit);
    if (exchange === null) return unanswered({ kind: 'unreachable' });

    if (exchange.response.status === 401 && exchange.session !== null) {
      discard(exchange.response);
      call.departure?.returned?.();
      limit.within(FIRST_BYTE_DEADLINE);
      const renewed = await limit.race(this.options.auth.renew(exchange.session));
      if (renewed === null) return unanswered({ kind: 'timeout' });
      if (!renewed.ok) {
        return unanswered({ kind: renewed.error.kind === 'unreachable' ? 'unreachable' : 'unauthorized' });
      }
      if (isStopped(call)) return unanswered({ kind: 'cancelled' });
      exchange = await this.exchange(call, renewed.value, limit);
      if (exchange === null) return unanswered({ kind: 'unreachable' });
    }
    return this.readExchange(exchange, call.doneStatus, limit, read);
  }

  /** Returns null if no response arrived (PROG-68). */
  private async exchange(
    call: ApiCall & { readonly path: ApiPath },
    session: Session | null,
    limit: CallLimit,
  ): Promise<Exchange | null> {
    const { clock } = this.options;
    const sentAt = clock.now();
    try {
      const response = await limit.race(
        this.fetch(`${this.base}${call.path}${queryOf(call.params)}`, requestOf(call, session, limit.signal)),
      );
      if (response === null) return null;
      // If the machine has slept meanwhile, the time in the response is old.
      if (clock.now() - sentAt <= QUICK) this.noteServerTime(response);
      return { response, session };
    } catch {
      return null;
    }
  }

  private async readExchange<Value>(
    { response, session }: Exchange,
    doneStatus: number | undefined,
    limit: CallLimit,
    read: ReadResponse<Value>,
  ): Promise<Attempted<Value>> {
    const { status } = response;
    const failure = status === doneStatus ? null : failureOf(status, session !== null);
    if (failure !== null) {
      discard(response);
      return failed({ failure, retryAfter: response.headers.get('Retry-After') });
    }
    limit.within(BODY_DEADLINE);
    const value = await read(response, limit);
    return value.ok ? value : unanswered(value.error);
  }

  private noteServerTime(response: Response): void {
    const { headers, status, redirected } = response;
    // not translated: the name of a header
    const serverTime = Date.parse(headers.get('Date') ?? '');
    // The time of the provider is in its own fresh responses only. Responses of a cache, a gateway (502 to
    // 504) or another host name another time.
    const isFresh =
      Number(headers.get('Age') ?? 0) === 0 && status <= 500 && !redirected && !hasTypeOfPage(response);
    if (isFresh && Number.isFinite(serverTime)) this.options.onServerTime?.(instant(serverTime));
  }
}

/** Call this directly before the call is handed to the network. */
const isStopped = ({ departure }: ApiCall): boolean => departure?.leaves() === false;

const unanswered = (failure: ApiFailure): Result<never, FailedAttempt> =>
  failed({ failure, retryAfter: null });

const requestOf = (call: ApiCall, session: Session | null, signal: AbortSignal): RequestInit => {
  const request: RequestInit = {
    method: call.method,
    // With a session three headers, without one none, except that a body names its type (SES-72).
    headers: {
      ...(session !== null && sessionHeaders(session.accessToken)),
      ...(call.body !== undefined && CONTENT_TYPE),
      ...call.headers,
    },
    credentials: 'omit',
    // The browser must not store the responses of one listener for the next.
    cache: 'no-store',
    signal,
  };
  if (call.body === undefined) return request;
  const body = new TextEncoder().encode(JSON.stringify(call.body));
  return { ...request, body, keepalive: call.keepalive === true && body.byteLength <= KEEPALIVE_LIMIT };
};

/** Returns the failure for a status; null for a success. */
const failureOf = (status: number, withSession: boolean): ApiFailure | null => {
  if (status >= 200 && status < 300) return null;
  if (status === 401) return { kind: withSession ? 'unauthorized' : 'no-session' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'not-found' };
  if (status === 429) return { kind: 'rate-limited' };
  if (status >= 400 && status < 500) return { kind: 'rejected' };
  if (status === 502 || status === 504) return { kind: 'server', mayHaveArrived: true };
  return { kind: status >= 500 ? 'server' : 'malformed' };
};

const readJson: ReadResponse<JsonResponse> = async (response, limit) => {
  let text: string | null;
  try {
    text = await limit.race(response.text());
  } catch {
    return failed({ kind: 'unreachable' });
  }
  if (text === null) return failed({ kind: 'timeout' });
  try {
    const body: unknown = JSON.parse(text);
    return ok({ text, body });
  } catch {
    return failed({ kind: 'malformed' });
  }
};

const ignoreBody: ReadResponse<void> = async (response, limit) => {
  if (!hasTypeOfPage(response)) {
    discard(response);
    return ok(undefined);
  }
  const text = await limit.race(response.text()).catch(() => null);
  return text === null || isMarkup(text) ? failed({ kind: 'malformed' }) : ok(undefined);
};

/**
 * True if a response has the type of a web page. A network that asks to sign in sends such a page, and so may a proxy
 * (SES-80).
 */
const hasTypeOfPage = ({ headers }: Response): boolean =>
  /^\s*text\/html\b/iu.test(headers.get('Content-Type') ?? '');

/** Some servers send a short word or nothing with the type of a web page. Only markup is a page. */
const isMarkup = (text: string): boolean => text.trimStart().startsWith('<');

/** Reads a body that is not needed, so that the connection can be used again. */
const discard = (response: Response): void => {
  response.text().catch(() => undefined);
};
