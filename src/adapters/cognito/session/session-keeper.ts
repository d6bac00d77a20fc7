import { failed, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { instant, milliseconds } from '../../../domain/time.ts';
import type { Instant } from '../../../domain/time.ts';
import type { Session, SessionFailure } from '../../../ports/auth.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { Emitter } from '../../signals/emitter.ts';
import { readTokenTerm, readTokenUser } from './access-token.ts';
import type { TokenTerm } from './access-token.ts';
import type { Locks } from './locks.ts';
import { NOT_AUTHENTICATED } from './session-messages.ts';
import type { HeldTokens, TokenStore } from './token-store.ts';
import type { UserPool } from '../user-pool.ts';
import { within } from '../within.ts';

type Outcome = Result<Session, SessionFailure>;

/** A token that this page saw arrive, by the clock it arrived under. */
type Received = { readonly accessToken: string; readonly at: Instant; readonly term: TokenTerm };

// A token is renewed before it runs out, so that a call on its way does not meet its end.
const RENEW_AHEAD = 30_000;
const RENEWAL_DEADLINE = milliseconds(10_000);

/**
 * Keeps one session (section 4, sign-in service states): served from the store while it holds, renewed
 * by one request however many calls and tabs ask, ended only on the service's definite word.
 */
export class SessionKeeper {
  readonly ended = new Emitter<{ readonly message: string }>();
  private renewing: Promise<Outcome> | null = null;
  private received: Received | null = null;
  private username: string | null;
  private generations = 0;

  constructor(
    private readonly tokens: TokenStore,
    private readonly pool: Pick<UserPool, 'code' | 'config' | 'exchange' | 'prepare'>,
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
    // A call that was begun for one listener must not be repeated for the next one.
    const { accessToken } = held ?? { accessToken: null };
    const isTheirs =
      accessToken === null || readTokenUser(accessToken) === readTokenUser(refused.accessToken);
    if (held === null || !isTheirs) return failed({ kind: 'none' });
    const session = accessToken === refused.accessToken ? null : this.usable(held);
    return session === null ? this.renewOnce(refused.accessToken) : ok(session);
  }

  /** What a new sign-in may know of earlier ones: the devices that are remembered. */
  devices(): readonly (readonly [string, string])[] {
    return this.tokens.devices();
  }

  /** Takes over the tokens of an exchange that signed somebody in; false when they cannot be read. */
  signedIn(entries: readonly (readonly [string, string])[]): boolean {
    if (!this.keep(entries)) return false;
    this.generations += 1;
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
    this.generations += 1;
    const reason = this.username === null ? this.tokens.note('endedBecause') : null;
    this.ended.emit({ message: reason ?? NOT_AUTHENTICATED });
  }

  /** The pause after failed renewals was for a network that is back. */
  networkReturned(): void {
    this.tokens.setNote('renewalFailures', null);
  }

  /** What is held, if it is good for some time yet. */
  usable(held: HeldTokens): Session | null {
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

  /** Counts the sessions of this page: what was begun under one is nothing to the next. */
  get generation(): number {
    return this.generations;
  }

  /** Takes over the tokens of the session that goes on; false when they cannot be read. */
  keep(entries: readonly (readonly [string, string])[]): boolean {
    const accessToken = this.tokens.accessTokenIn(entries);
    const term = accessToken === null ? null : readTokenTerm(accessToken);
    if (accessToken === null || term === null) return false;
    this.received = { accessToken, at: this.clock.now(), term };
    this.tokens.replace(entries);
    this.username = this.tokens.read()?.username ?? null;
    return true;
  }

  /** The service has refused the session for good. */
  end(message: string): Outcome {
    this.forget();
    this.tokens.clearEnded(message);
    this.ended.emit({ message });
    return failed({ kind: 'ended', message });
  }

  private async renewOnce(refused: string | null): Promise<Outcome> {
    this.renewing ??= this.renewInTime(refused).finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  }

  private async renewInTime(refused: string | null): Promise<Outcome> {
    const renewed = this.renewed(refused);
    return (await within(this.clock, RENEWAL_DEADLINE, renewed)) ?? failed({ kind: 'unreachable' });
  }

  /** A session that still holds does without the code for it, and without the library. */
  private async renewed(refused: string | null): Promise<Outcome> {
    const { tokens, pool, clock, log, locks, generation } = this;
    pool.prepare();
    try {
      const { SessionRenewal } = await pool.code(async () => import('./session-renewal.ts'));
      return await new SessionRenewal(this, { tokens, pool, clock, log, locks }).renew(refused, generation);
    } catch (error) {
      log.warn('The session could not be renewed', { reason: String(error) });
      return failed({ kind: 'unreachable' });
    }
  }

  private forget(): void {
    this.generations += 1;
    this.received = null;
    this.username = null;
  }
}
