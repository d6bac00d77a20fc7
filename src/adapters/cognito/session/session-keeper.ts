import { failed, ok, type Result } from '../../../domain/result.ts';
import { instant, milliseconds, type Instant } from '../../../domain/time.ts';
import type { Session, SessionFailure } from '../../../ports/auth.ts';
import type { Clock, Log } from '../../../ports/platform.ts';
import { Emitter } from '../../shared/emitter.ts';
import { NOT_AUTHENTICATED } from '../early-messages.ts';
import { readTokenTerm, readTokenUser, type TokenTerm } from './access-token.ts';
import type { Locks } from './session-renewal.ts';
import type { HeldTokens, TokenStore } from './token-store.ts';
import type { PoolClient } from '../pool-client.ts';
import { within } from '../within.ts';

/** Tokens that were not issued through the library, for example those of the hosted login. */
export type IssuedTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
};

type Outcome = Result<Session, SessionFailure>;

/** A token that this page has received, with the time of its arrival by this browser's clock. */
type Received = { readonly accessToken: string; readonly at: Instant; readonly term: TokenTerm };

// Milliseconds. A token is renewed early, so that it does not expire during a call (SES-23).
const RENEW_AHEAD = 30_000;
const RENEWAL_DEADLINE = milliseconds(10_000);

/**
 * Keeps one session. Serves it from the store while it is valid (SES-23), renews it by one request for all calls and
 * tabs (SES-25), and ends it only when the service says so (SES-26, SES-34).
 */
export class SessionKeeper {
  readonly ended = new Emitter<{ readonly message: string }>();
  private renewing: Promise<Outcome> | null = null;
  private received: Received | null = null;
  private username: string | null;
  private generations = 0;

  constructor(
    private readonly tokens: TokenStore,
    private readonly pool: Pick<PoolClient, 'code' | 'config' | 'exchange' | 'prepare'>,
    private readonly clock: Clock,
    private readonly log: Log,
    /** Null if the browser has no locks. Each tab then renews on its own. */
    private readonly locks: Locks | null,
  ) {
    this.username = tokens.read()?.username ?? null;
  }

  hasSession(): boolean {
    return this.tokens.read() !== null;
  }

  isHosted(): boolean {
    return this.tokens.isHosted();
  }

  async session(earlier?: Session): Promise<Outcome> {
    const stored = this.tokens.read();
    if (stored === null || !this.isOwn(stored) || !isSameListener(stored, earlier)) {
      return failed({ kind: 'none' });
    }
    const session = this.usable(stored);
    return session === null ? this.renewOnce(null) : ok(session);
  }

  async renew(refused: Session): Promise<Outcome> {
    const stored = this.tokens.read();
    if (stored === null || !this.isOwn(stored) || !isSameListener(stored, refused)) {
      return failed({ kind: 'none' });
    }
    const session = stored.accessToken === refused.accessToken ? null : this.usable(stored);
    return session === null ? this.renewOnce(refused.accessToken) : ok(session);
  }

  /** The remembered devices. A new sign-in may use them. */
  devices(): readonly (readonly [string, string])[] {
    return this.tokens.devices();
  }

  /** Stores the tokens of a completed sign-in. Returns false if they cannot be read. */
  signedIn(entries: readonly (readonly [string, string])[]): boolean {
    if (!this.keep(entries)) return false;
    this.generations += 1;
    return true;
  }

  /** Stores tokens that were not issued through the library. Returns false if they cannot be read. */
  adopted(tokens: IssuedTokens): boolean {
    const username = readTokenUser(tokens.accessToken);
    return username !== null && this.signedIn(this.tokens.entriesFor(username, tokens));
  }

  /** Deletes the stored session and returns its entries. */
  signedOut(): readonly (readonly [string, string])[] {
    const entries = this.tokens.entries();
    this.forget();
    this.tokens.clearSession();
    return entries;
  }

  /** Deletes the stored session and the remembered devices. */
  accountDeleted(): void {
    this.forget();
    this.tokens.clearAll();
  }

  /**
   * Reads the store again after another tab has changed it.
   *
   * @param key the changed entry; null for all entries
   */
  changedElsewhere(key: string | null): void {
    this.tokens.changedElsewhere(key);
    const before = this.username;
    this.username = this.tokens.read()?.username ?? null;
    if (before === null || before === this.username) return;
    this.generations += 1;
    const reason = this.username === null ? this.tokens.note('endedBecause') : null;
    this.ended.emit({ message: reason ?? NOT_AUTHENTICATED });
  }

  /** Ends the pause after failed renewals (SES-27). */
  networkReturned(): void {
    this.tokens.setNote('renewalFailures', null);
  }

  /** Returns the stored session; null if it is about to expire. */
  usable(stored: HeldTokens): Session | null {
    const { accessToken } = stored;
    const term = accessToken === null ? null : readTokenTerm(accessToken);
    if (accessToken === null || term === null) return null;
    const now = this.clock.now();
    const ahead = Math.min(RENEW_AHEAD, term.lifetime / 4);
    if (now < term.expiresAt - ahead) return { accessToken, expiresAt: term.expiresAt };
    // If the browser's clock is fast, every token looks expired. A token that this page received is valid for its full
    // lifetime (SES-24).
    const { received } = this;
    if (received?.accessToken !== accessToken) return null;
    const expiresAt = instant(received.at + term.lifetime);
    return now >= received.at && now < expiresAt - ahead ? { accessToken, expiresAt } : null;
  }

  /** Counts the sessions of this page. Work that was started under one session must not change the next. */
  get generation(): number {
    return this.generations;
  }

  /** Stores the renewed tokens of the same session. Returns false if they cannot be read. */
  keep(entries: readonly (readonly [string, string])[]): boolean {
    const accessToken = this.tokens.accessTokenIn(entries);
    const term = accessToken === null ? null : readTokenTerm(accessToken);
    if (accessToken === null || term === null) return false;
    this.received = { accessToken, at: this.clock.now(), term };
    this.tokens.replace(entries);
    this.username = this.tokens.read()?.username ?? null;
    return true;
  }

  /** Ends the session, because the service has said so (SES-34). */
  end(message: string): Outcome {
    this.forget();
    this.tokens.clearEnded(message);
    this.ended.emit({ message });
    return failed({ kind: 'ended', message });
  }

  /**
   * False if another listener has signed in in another tab, and this page has not heard of it yet (SES-98). This page
   * then ends its session at once, because the message of the other tab may come late.
   */
  private isOwn({ username }: HeldTokens): boolean {
    if (this.username === null || this.username === username) return true;
    this.changedElsewhere(null);
    return false;
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

  /** Loads the renewal code and the library only now, because a valid session does not need them. */
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

/** A call of one listener must not be repeated for another listener (SES-98, SES-39). */
const isSameListener = ({ accessToken }: HeldTokens, earlier: Session | undefined): boolean =>
  earlier === undefined ||
  accessToken === null ||
  readTokenUser(accessToken) === readTokenUser(earlier.accessToken);
