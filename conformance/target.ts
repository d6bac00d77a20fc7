import { SystemClock } from '../src/adapters/browser/browser-platform.ts';
import { CognitoAccount } from '../src/adapters/cognito/account/cognito-account.ts';
import { CognitoAuth } from '../src/adapters/cognito/cognito-auth.ts';
import type { CognitoConfig } from '../src/adapters/cognito/pool-client.ts';
import { UserPool } from '../src/adapters/cognito/user-pool.ts';
import { HttpContentApi } from '../src/adapters/http/http-content-api.ts';
import { ResponseCache } from '../src/adapters/http/response-cache.ts';
import { MemoryKeyValueStore } from '../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../src/adapters/memory/memory-platform.ts';
import { failed } from '../src/domain/result.ts';
import type { Session } from '../src/ports/auth.ts';
import type { ApiFailure, ApiResult, ContentApi } from '../src/ports/content-api.ts';
import { differs, EndedCheck, notTried, orNull, type Outcome } from './check.ts';
import { findSamples, type Samples } from './samples.ts';
import { type ReadResponse, type Exchange, type Limits, Wire } from './wire.ts';

/** What the command is told about the provider, the pool, the host and the account. */
export type Settings = {
  /** The address of the product API as the app's configuration names it. */
  readonly apiUrl: string;
  readonly pool: CognitoConfig | null;
  readonly account: { readonly email: string; readonly password: string } | null;
  /** The origin of the app's pages; null if it is not named. */
  readonly origin: string | null;
  readonly hostedLogin: string | null;
  readonly site: string | null;
  readonly mediaOrigins: readonly string[];
  readonly writes: boolean;
  /** The most pages that are read of one list. */
  readonly pages: number;
  /** Waits until an access token has expired; null if nobody wants to wait. */
  readonly wait: ((milliseconds: number) => Promise<void>) | null;
  readonly limits: Limits;
};

/** The value of a call by the app's own adapter, and what went over the wire. */
export type Asked<Value> = {
  readonly value: Value;
  /** The last exchange. */
  readonly response: ReadResponse;
  /** What the app's decoder could not read and left out, such as `trending: 1 entry`. */
  readonly lost: readonly string[];
};

/** One request. The status is null if no response came that could be read. */
type Seen = { readonly sent: string; readonly status: number | null; readonly retryAfter: string | null };

const NO_SESSION = failed({ kind: 'none' as const });
const SIGNED_OUT = { session: async () => NO_SESSION, renew: async () => NO_SESSION };

/** The provider and its pool, reached by the app's own adapters. */
export class Target {
  readonly clock = new SystemClock();
  /** Every request so far, without those of the sign-in library. */
  readonly seen: Seen[] = [];
  private readonly secrets = new Set<string>();
  /** The services that did not respond. */
  readonly silent = new Set<'api' | 'pool'>();
  /** The listener's session; null while nobody is signed in. */
  auth: CognitoAuth | null = null;
  private readonly store = new MemoryKeyValueStore();
  private samples: Promise<Samples> | null = null;

  constructor(readonly settings: Settings) {
    if (settings.account !== null) this.secrets.add(settings.account.password);
  }

  /** The app's own sign-in client. */
  newAuth(pool: CognitoConfig): CognitoAuth {
    const { clock, store } = this;
    return new CognitoAuth({ pool: new UserPool(pool), store, clock, log: new MemoryLog(), locks: null });
  }

  account(pool: CognitoConfig, auth: CognitoAuth): CognitoAccount {
    return new CognitoAccount(auth, new UserPool(pool), this.clock);
  }

  /** Titles and subjects to ask for, found in the provider's lists. */
  async known(): Promise<Samples> {
    this.samples ??= findSamples(this);
    return this.samples;
  }

  /** The pool. Ends the check if none was named. */
  get pool(): CognitoConfig {
    const { pool } = this.settings;
    if (pool === null) throw new EndedCheck(notTried('No pool was named.'));
    return pool;
  }

  /** The listener's session. Ends the check if there is none. */
  async session(): Promise<Session> {
    const session = await this.auth?.session();
    if (session?.ok !== true) throw new EndedCheck(notTried('There is no session.'));
    return session.value;
  }

  async me() {
    return this.ask(async ({ users }) => users.me(), 'The listener could not be read; see "user".');
  }

  /** Like `ask`; null if the call fails. */
  async tryAsk<Value>(call: (api: ContentApi) => Promise<ApiResult<Value>>): Promise<Asked<Value> | null> {
    return orNull(this.ask(call));
  }

  /**
   * Makes a call by the app's own adapter. Ends the check if the call fails.
   *
   * @param whyNot why the check is then not tried; if absent, the failure is what differs
   */
  async ask<Value>(
    call: (api: ContentApi) => Promise<ApiResult<Value>>,
    whyNot?: string,
  ): Promise<Asked<Value>> {
    const wire = new Wire(this.settings.limits);
    const log = new MemoryLog();
    const { clock, settings } = this;
    const cache = new ResponseCache(new MemoryKeyValueStore(), clock, () => undefined);
    const options = {
      apiUrl: settings.apiUrl,
      auth: this.auth ?? SIGNED_OUT,
      clock,
      random: Math.random,
      fetch: wire.fetch,
    };
    const result = await call(new HttpContentApi(options, cache, log));
    this.note(wire);
    const last = wire.exchanges.at(-1);
    if (!result.ok) {
      throw new EndedCheck(whyNot === undefined ? outcomeOf(result.error, last) : notTried(whyNot));
    }
    if (last?.kind !== 'responded') throw new Error('A call succeeded without an answer.');
    const lost = log.entries.flatMap(({ details }) => lostIn(details));
    return { value: result.value, response: last, lost };
  }

  /** Sends a request to the product API as it is. */
  async send(path: string, init: RequestInit = {}): Promise<ReadResponse> {
    return this.sendTo(new URL(`${this.settings.apiUrl.replace(/\/+$/, '')}/api/v2${path}`), init);
  }

  async sendTo(url: URL, init: RequestInit = {}): Promise<ReadResponse> {
    const wire = new Wire(this.settings.limits);
    const exchange = await wire.send(url, init);
    this.note(wire);
    if (exchange.kind === 'failed') throw new EndedCheck(differs(exchange.sent, exchange.why));
    return exchange;
  }

  /** Uses the session of a sign-in. Its tokens are hidden in every text from now on. */
  signedIn(auth: CognitoAuth): void {
    this.auth = auth;
    for (const key of this.store.keys()) {
      if (/token$|password/i.test(key)) this.secrets.add(this.store.get(key) ?? '');
    }
  }

  /** The refresh token of the session, or null. */
  refreshToken(): string | null {
    const key = this.store.keys().find((name) => name.endsWith('.refreshToken'));
    return key === undefined ? null : this.store.get(key);
  }

  /** The text without tokens and passwords, and without characters that control a terminal. */
  redacted(text: string): string {
    let redacted = text;
    for (const secret of this.secrets) if (secret !== '') redacted = redacted.replaceAll(secret, '[hidden]');
    return redacted.replaceAll(/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, '[hidden]').replaceAll(/\p{Cc}/gu, ' ');
  }

  async close(): Promise<void> {
    await this.auth?.signOut();
  }

  /** Keeps what later checks ask about, without the bodies. */
  private note({ exchanges }: Wire): void {
    for (const exchange of exchanges) {
      const hasResponse = exchange.kind === 'responded';
      this.seen.push({
        sent: exchange.sent,
        status: hasResponse ? exchange.status : null,
        retryAfter: hasResponse ? exchange.headers.get('retry-after') : null,
      });
    }
  }
}

/** What an entry of the app's log says about what was left out. Dates have a check of their own. */
const lostIn = ({ list, dropped, what, fields }: Readonly<Record<string, unknown>>): readonly string[] => {
  if (typeof dropped === 'number') return [`${String(list)}: ${dropped} left out`];
  return typeof what === 'string' && Array.isArray(fields) ? [`${what}: ${fields.join(', ')}`] : [];
};

const FAILURES: Readonly<Record<ApiFailure['kind'], string>> = {
  unreachable: 'The app takes it for a lost network.',
  timeout: 'The app gave up waiting.',
  'no-session': 'The call was refused, as without a session.',
  unauthorized: 'The session was refused, also after a renewal.',
  forbidden: 'The listener may not do this.',
  'not-found': 'The app takes it for a thing that does not exist.',
  'rate-limited': 'Too many requests.',
  rejected: 'The request was refused.',
  server: 'The provider failed.',
  malformed: 'The app cannot read it.',
  cancelled: 'The call was given up.',
};

function outcomeOf({ kind }: ApiFailure, last: Exchange | undefined): Outcome {
  if (last === undefined) return differs('nothing', FAILURES[kind]);
  if (last.kind === 'failed') return differs(last.sent, last.why);
  const isSignedOut = kind === 'unauthorized' || kind === 'no-session';
  return differs(
    last.sent,
    `${described(last)}. ${FAILURES[kind]}`,
    isSignedOut ? 'The session counts as ended, and the listener comes to the sign-in.' : undefined,
  );
}

/** Status and type of a response. Shows the beginning of an error or a page: other responses may hold a token. */
export function described({ status, headers, text }: ReadResponse): string {
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type';
  const start = text.trim().slice(0, 60).replaceAll(/\s+/g, ' ');
  if (start === '') return `${status}, ${type}, no body`;
  const isShown = status >= 400 || start.startsWith('<');
  return `${status}, ${type}${isShown ? `, ${start}${text.length > 60 ? '…' : ''}` : ''}`;
}
