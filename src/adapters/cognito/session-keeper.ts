import { Subject } from 'rxjs';

import { failed, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { instant, milliseconds } from '../../domain/time.ts';
import type { Instant } from '../../domain/time.ts';
import type { Session, SessionFailure } from '../../ports/auth.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { readTokenTerm, readTokenUser } from './access-token.ts';
import type { TokenTerm } from './access-token.ts';
import { MESSAGES } from './messages.ts';
import { ScratchStorage } from './scratch-storage.ts';
import type { HeldTokens, TokenStore } from './token-store.ts';
import type { UserPool } from './user-pool.ts';
import { whySessionEnded } from './vendor-errors.ts';
import { within } from './within.ts';

/** The part of the browser's Web Locks that renewals need: one holder of a name among all tabs. */
export type Locks = { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> };

type Outcome = Result<Session, SessionFailure>;

/** A token that this page saw arrive, by the clock it arrived under. */
type Received = { readonly accessToken: string; readonly at: Instant; readonly term: TokenTerm };

// A token is renewed before it runs out, so that a call on its way does not meet its end.
const RENEW_AHEAD = 30_000;
// What one tab writes reaches the others, which may live in other processes, a moment later: the turn goes
// on to the next when that is over. Nobody of this tab waits for it.
const SPREADING = milliseconds(150);
const RENEWAL_DEADLINE = milliseconds(10_000);

/**
 * Keeps one session (section 4, sign-in service states): served from the store while it holds, renewed
 * by one request however many calls and tabs ask, ended only on the service's definite word.
 */
export class SessionKeeper {
  readonly ended = new Subject<{ readonly message: string }>();
  private renewing: Promise<Outcome> | null = null;
  private received: Received | null = null;
  private username: string | null;
  /** Counts the sessions of this page: what was begun under one is nothing to the next. */
  private generation = 0;

  constructor(
    private readonly tokens: TokenStore,
    private readonly pool: Pick<UserPool, 'config' | 'exchange'>,
    private readonly clock: Clock,
    private readonly log: Log,
    /** Null where the browser has none: every tab then renews for itself. */
    private readonly locks: Locks | null,
  ) {
    this.username = tokens.read()?.username ?? null;
  }

  holdsSession(): boolean {
    return this.tokens.read() !== null;
  }

  isHosted(): boolean {
    return this.tokens.isHosted();
  }

  async session(): Promise<Outcome> {
    const held = this.tokens.read();
    if (held === null) return failed({ kind: 'none' });
    const session = this.usable(held);
    return session === null ? this.renewOnce(null) : ok(session);
  }

  async renew(refused: Session): Promise<Outcome> {
    const held = this.tokens.read();
    if (held === null) return failed({ kind: 'none' });
    const session = held.accessToken === refused.accessToken ? null : this.usable(held);
    return session === null ? this.renewOnce(refused.accessToken) : ok(session);
  }

  /** What a new sign-in may know of earlier ones: the devices that are remembered. */
  devices(): readonly (readonly [string, string])[] {
    return this.tokens.devices();
  }

  /** Takes over the tokens of an exchange that signed somebody in; false when they cannot be read. */
  signedIn(entries: readonly (readonly [string, string])[]): boolean {
    const accessToken = this.tokens.accessTokenIn(entries);
    const term = accessToken === null ? null : readTokenTerm(accessToken);
    if (accessToken === null || term === null) return false;
    this.generation += 1;
    this.keep(entries, accessToken, term);
    return true;
  }

  /** Takes over tokens that came without an exchange of the library's; false when they cannot be read. */
  adopted(tokens: {
    readonly accessToken: string;
    readonly refreshToken: string | null;
    readonly idToken: string | null;
  }): boolean {
    const username = readTokenUser(tokens.accessToken);
    return username !== null && this.signedIn(this.tokens.entriesFor(username, tokens));
  }

  /** Forgets the session here and hands back what it consisted of. */
  signedOut(): readonly (readonly [string, string])[] {
    const entries = this.tokens.entries();
    this.forget();
    this.tokens.clearSession();
    return entries;
  }

  /** Forgets the session and the devices that were remembered for it. */
  accountDeleted(): void {
    this.forget();
    this.tokens.clearAll();
  }

  /** Looks again at a store that another tab has changed. */
  changedElsewhere(): void {
    const before = this.username;
    this.username = this.tokens.read()?.username ?? null;
    if (before === null || before === this.username) return;
    this.generation += 1;
    this.ended.next({ message: MESSAGES.theUserIsNotAuthenticated });
  }

  private usable(held: HeldTokens): Session | null {
    const { accessToken } = held;
    const term = accessToken === null ? null : readTokenTerm(accessToken);
    if (accessToken === null || term === null) return null;
    const now = this.clock.now();
    const ahead = Math.min(RENEW_AHEAD, term.lifetime / 4);
    if (now < term.expiresAt - ahead) return { accessToken, expiresAt: term.expiresAt };
    // A browser whose clock is fast would find every token stale: one that just came is good for its term.
    const { received } = this;
    if (received?.accessToken !== accessToken) return null;
    const expiresAt = instant(received.at + term.lifetime);
    return now >= received.at && now < expiresAt - ahead ? { accessToken, expiresAt } : null;
  }

  private async renewOnce(refused: string | null): Promise<Outcome> {
    this.renewing ??= this.renewAcrossTabs(refused).finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  private async renewAcrossTabs(refused: string | null): Promise<Outcome> {
    const { generation } = this;
    const renewal = async (): Promise<Outcome> => this.renewUnlessDone(refused, generation);
    const renewed = this.locks === null ? renewal() : this.renewInTurn(this.locks, renewal);
    return (await within(this.clock, RENEWAL_DEADLINE, renewed)) ?? failed({ kind: 'unreachable' });
  }

  /** One tab after the other: the next finds the session that this one brings, and renews nothing. */
  private async renewInTurn(locks: Locks, renewal: () => Promise<Outcome>): Promise<Outcome> {
    const before = this.tokens.read()?.accessToken;
    return new Promise((resolve, reject) => {
      const turn = async (): Promise<void> => {
        const outcome = await renewal();
        resolve(outcome);
        const isNew = outcome.ok && outcome.value.accessToken !== before;
        if (isNew) await this.clock.after(SPREADING);
      };
      locks.request(`session ${this.pool.config.clientId}`, turn).catch(reject);
    });
  }

  /** Another tab may have renewed while this one waited for its turn. */
  private async renewUnlessDone(refused: string | null, generation: number): Promise<Outcome> {
    const held = this.tokens.read();
    if (held === null) return failed({ kind: 'none' });
    const session = held.accessToken === refused ? null : this.usable(held);
    if (session !== null) return ok(session);
    if (held.refreshToken === null || held.refreshToken === '') {
      return this.end(held.idToken === null ? MESSAGES.idTokenMissing : MESSAGES.noNewSession);
    }
    const refreshed = this.refresh(held.username, held.refreshToken, generation);
    return (await within(this.clock, RENEWAL_DEADLINE, refreshed)) ?? failed({ kind: 'unreachable' });
  }

  /** One request. Its tokens are kept also when they come too late for whoever asked. */
  private async refresh(username: string, refreshToken: string, generation: number): Promise<Outcome> {
    const scratch = new ScratchStorage(this.tokens.entries());
    let error: unknown;
    try {
      const { library, user } = await this.pool.exchange(scratch);
      const token = new library.CognitoRefreshToken({ RefreshToken: refreshToken });
      error = await new Promise((resolve) => {
        user(username).refreshSession(token, (failure: unknown) => resolve(failure));
      });
    } catch (failure) {
      error = failure;
    }
    if (generation !== this.generation) return failed({ kind: 'none' });
    if (error !== null && error !== undefined) return this.refreshFailed(error);

    const entries = scratch.entries();
    const accessToken = this.tokens.accessTokenIn(entries);
    const term = accessToken === null ? null : readTokenTerm(accessToken);
    if (accessToken === null || term === null) {
      this.log.warn('The sign-in service answered a renewal with tokens that cannot be read');
      return failed({ kind: 'unreachable' });
    }
    this.keep(entries, accessToken, term);
    const session = this.usable({ username, idToken: null, accessToken, refreshToken });
    return session === null ? failed({ kind: 'unreachable' }) : ok(session);
  }

  private refreshFailed(error: unknown): Outcome {
    const message = whySessionEnded(error);
    return message === null ? failed({ kind: 'unreachable' }) : this.end(message);
  }

  private keep(entries: readonly (readonly [string, string])[], accessToken: string, term: TokenTerm): void {
    this.received = { accessToken, at: this.clock.now(), term };
    this.tokens.replace(entries);
    this.username = this.tokens.read()?.username ?? null;
  }

  private end(message: string): Outcome {
    this.forget();
    this.tokens.clearAll();
    this.ended.next({ message });
    return failed({ kind: 'ended', message });
  }

  private forget(): void {
    this.generation += 1;
    this.received = null;
    this.username = null;
  }
}
