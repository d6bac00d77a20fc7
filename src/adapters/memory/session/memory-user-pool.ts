import { instant, milliseconds, type Instant, type Milliseconds } from '../../../domain/time.ts';
import type { Clock } from '../../../ports/platform.ts';

/** An account of the memory pool, and what its sign-in asks for. */
export type MemoryAccount = {
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  readonly isConfirmed?: boolean;
  /** True if the password has to be replaced at the next sign-in. */
  readonly needsNewPassword?: boolean;
  /** Attributes that the service requires together with a new password. */
  readonly missingAttributes?: readonly string[];
  /** The code of the listener's authenticator. Missing if none is set up. */
  readonly authenticatorCode?: string;
  /** The code that is sent by SMS. Missing without a number. */
  readonly smsCode?: string;
  /** The first code of an authenticator that has to be set up at the sign-in. */
  readonly setupCode?: string;
  /** The response to a custom challenge. Missing if there is none. */
  readonly customResponse?: string;
};

type Family = { email: string; readonly refreshToken: string; revoked: string | null };

/** The tokens of a session of the memory pool. */
export type IssuedTokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Instant;
};

/** One hour, as at the real service. */
const LIFETIME = milliseconds(3_600_000);

/** A user pool in memory with accounts, codes and sessions. It is unreachable or refuses on demand. */
export class MemoryUserPool {
  /** True if no request reaches the pool. */
  isUnreachable = false;
  /** How often a session was to be renewed. */
  renewals = 0;
  /** How long an access token lives that is issued from now on. An hour at first. */
  lifetime: Milliseconds = LIFETIME;
  private readonly accounts = new Map<string, MemoryAccount>();
  private readonly codes = new Map<string, string>();
  private readonly families = new Map<string, Family>();
  /** The session of each access token. */
  private readonly owners = new Map<string, Family>();
  private issued = 0;

  constructor(
    private readonly clock: Clock,
    accounts: readonly MemoryAccount[] = [],
  ) {
    for (const account of accounts) this.keep(account);
  }

  /** Returns the account with this address, in any case; null if there is none. */
  account(email: string): MemoryAccount | null {
    return this.accounts.get(email.trim().toLowerCase()) ?? null;
  }

  /** Adds an account, or replaces the one with the same address. */
  keep(account: MemoryAccount): void {
    this.accounts.set(account.email.toLowerCase(), account);
  }

  /** Returns the owner of an access token. Null if its session has ended or its account was deleted. */
  owner(accessToken: string): MemoryAccount | null {
    const family = this.owners.get(accessToken);
    return family === undefined || family.revoked !== null ? null : this.account(family.email);
  }

  /** True if both access tokens were issued for the same address. */
  areOfOneListener(oneToken: string, otherToken: string): boolean {
    return this.owners.get(oneToken)?.email === this.owners.get(otherToken)?.email;
  }

  /** Changes the address of an account. Its sessions stay valid. */
  readdress(from: string, to: string): void {
    const account = this.account(from);
    if (account === null) return;
    this.accounts.delete(from.trim().toLowerCase());
    this.keep({ ...account, email: to.trim() });
    for (const family of this.families.values()) if (family.email === account.email) family.email = to.trim();
  }

  /** Deletes an account, and ends its sessions. */
  remove(email: string): void {
    this.endSessions(email, 'User does not exist.');
    this.accounts.delete(email.trim().toLowerCase());
  }

  /** Sends a code, which `codeFor` returns. */
  sendCode(email: string): void {
    this.issued += 1;
    this.codes.set(email.trim().toLowerCase(), String(100_000 + this.issued));
  }

  /** Returns the code that was sent last to this address; null if none was. */
  codeFor(email: string): string | null {
    return this.codes.get(email.trim().toLowerCase()) ?? null;
  }

  /** Starts a session of this account, and returns its tokens. */
  issue(email: string): IssuedTokens {
    this.issued += 1;
    const refreshToken = `refresh-${this.issued}`;
    this.families.set(refreshToken, { email, refreshToken, revoked: null });
    return this.tokensFor(refreshToken);
  }

  /** Returns new tokens, or the reason why the session has ended. */
  renew(refreshToken: string): IssuedTokens | { readonly revoked: string } {
    this.renewals += 1;
    const family = this.families.get(refreshToken);
    if (family === undefined) return { revoked: 'Invalid Refresh Token' };
    return family.revoked === null ? this.tokensFor(refreshToken) : { revoked: family.revoked };
  }

  /** Ends every session of a listener. `message` is the reason that later renewals return (SES-34). */
  endSessions(email: string, message = 'Refresh Token has been revoked'): void {
    for (const family of this.families.values()) if (family.email === email) family.revoked = message;
  }

  /** Ends every session of an access token's owner. */
  endSessionsOf(accessToken: string): void {
    const family = this.owners.get(accessToken);
    if (family !== undefined) this.endSessions(family.email);
  }

  /** Revokes a refresh token, which ends its session. Does nothing for an unknown one. */
  revoke(refreshToken: string): void {
    const family = this.families.get(refreshToken);
    if (family !== undefined) family.revoked ??= 'Refresh Token has been revoked';
  }

  private tokensFor(refreshToken: string): IssuedTokens {
    this.issued += 1;
    const expiresAt = instant(this.clock.now() + this.lifetime);
    const accessToken = `access-${this.issued}`;
    const family = this.families.get(refreshToken);
    if (family !== undefined) this.owners.set(accessToken, family);
    return { accessToken, refreshToken, expiresAt };
  }
}
