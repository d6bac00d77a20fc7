import { failed, ok, type Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { Session, SessionFailure } from '../../../ports/auth.ts';
import type { Clock, Log } from '../../../ports/platform.ts';
import { MESSAGES } from '../messages.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { PoolClient } from '../pool-client.ts';
import { whySessionEnded } from '../vendor-errors.ts';
import { within } from '../within.ts';
import type { HeldTokens, TokenStore } from './token-store.ts';

/** The part of the browser's Web Locks that renewals need. Only one tab at a time can have the lock of a name. */
export type Locks = { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> };

type Outcome = Result<Session, SessionFailure>;

type Dependencies = {
  readonly tokens: TokenStore;
  readonly pool: Pick<PoolClient, 'config' | 'exchange'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly locks: Locks | null;
};

/** The keeper of the session that is renewed. */
type Keeper = {
  /** Counts the sessions of this page. Work that was started under one session must not change the next. */
  readonly generation: number;
  /** Returns the stored session; null if it is about to expire. */
  usable(stored: HeldTokens): Session | null;
  /** Stores the renewed tokens of the same session. Returns false if they cannot be read. */
  keep(entries: readonly (readonly [string, string])[]): boolean;
  /** Ends the session, because the service has said so (SES-34). */
  end(message: string): Outcome;
};

// Other tabs may run in other processes and see a write a moment later. The lock is released only after this
// time. No call of this tab waits for the lock.
const SPREADING = milliseconds(150);
const REFRESH_DEADLINE = milliseconds(10_000);

/** Renews a session by one request for all tabs (SES-25). */
export class SessionRenewal {
  private readonly backoff: RenewalBackoff;

  constructor(
    private readonly keeper: Keeper,
    private readonly dependencies: Dependencies,
  ) {
    this.backoff = new RenewalBackoff(dependencies.tokens, dependencies.clock, Math.random);
  }

  /**
   * @param refused the access token that the provider did not accept; null if the token is about to expire
   * @param generation of the session to renew
   */
  async renew(refused: string | null, generation: number): Promise<Outcome> {
    const { locks } = this.dependencies;
    const renewal = async (): Promise<Outcome> => this.renewUnlessDone(refused, generation);
    return locks === null ? renewal() : this.renewUnderLock(locks, renewal);
  }

  /** One tab renews at a time. The next tab finds the new session and does not renew (SES-29). */
  private async renewUnderLock(locks: Locks, renewal: () => Promise<Outcome>): Promise<Outcome> {
    const { clock, pool, tokens } = this.dependencies;
    const before = tokens.read()?.accessToken;
    return new Promise((resolve, reject) => {
      const work = async (): Promise<void> => {
        const outcome = await renewal();
        resolve(outcome);
        const isNew = outcome.ok && outcome.value.accessToken !== before;
        if (isNew) await clock.after(SPREADING);
      };
      locks.request(`session ${pool.config.clientId}`, work).catch(reject);
    });
  }

  /** Another tab may have renewed the session while this one waited for the lock. */
  private async renewUnlessDone(refused: string | null, generation: number): Promise<Outcome> {
    const { clock, tokens } = this.dependencies;
    const stored = tokens.read();
    if (stored === null) return failed({ kind: 'none' });
    const session = stored.accessToken === refused ? null : this.keeper.usable(stored);
    if (session !== null) return ok(session);
    if (stored.refreshToken === null || stored.refreshToken === '') {
      return this.keeper.end(stored.idToken === null ? MESSAGES.idTokenMissing : MESSAGES.noNewSession);
    }
    if (this.backoff.isPausing) return failed({ kind: 'unreachable' });
    const refreshed = this.refresh(stored.username, stored.refreshToken, generation);
    const outcome = (await within(clock, REFRESH_DEADLINE, refreshed)) ?? failed({ kind: 'unreachable' });
    if (!outcome.ok && outcome.error.kind === 'unreachable') this.backoff.failed();
    return outcome;
  }

  /** Makes one request. Stores its tokens even if they arrive after the deadline (SES-28, SES-35). */
  private async refresh(username: string, refreshToken: string, generation: number): Promise<Outcome> {
    const { pool, tokens } = this.dependencies;
    const scratch = new ScratchStorage(tokens.entries());
    let error: unknown = null;
    try {
      const exchange = await pool.exchange(scratch);
      await exchange.user(username).refresh(refreshToken);
    } catch (failure) {
      error = failure;
    }
    if (generation !== this.keeper.generation) return failed({ kind: 'none' });
    // Another tab may have ended the session a moment ago. Its message may still be on its way.
    if (tokens.read()?.username !== username) return failed({ kind: 'none' });
    if (error !== null) return this.refreshFailed(error);
    return this.refreshed(scratch.entries());
  }

  private refreshed(entries: readonly (readonly [string, string])[]): Outcome {
    if (!this.keeper.keep(entries)) {
      this.dependencies.log.warn('The sign-in service answered a renewal with tokens that cannot be read');
      return failed({ kind: 'unreachable' });
    }
    const { tokens } = this.dependencies;
    tokens.setNote('renewalFailures', null);
    const stored = tokens.read();
    const session = stored === null ? null : this.keeper.usable(stored);
    return session === null ? failed({ kind: 'unreachable' }) : ok(session);
  }

  private refreshFailed(error: unknown): Outcome {
    const message = whySessionEnded(error);
    return message === null ? failed({ kind: 'unreachable' }) : this.keeper.end(message);
  }
}

const FIRST = 1000;
const LONGEST = 30_000;

/**
 * Spaces the renewals of all tabs while the service cannot be reached. Each failure doubles the pause, up to 30
 * seconds. Each pause is shortened at random by up to a half, so that browsers do not all renew at the same time
 * (SES-27).
 */
export class RenewalBackoff {
  constructor(
    private readonly tokens: TokenStore,
    private readonly clock: Clock,
    /** Between 0 and 1. */
    private readonly random: () => number,
  ) {}

  /** True during the pause after a failed renewal of this tab or of another tab. */
  get isPausing(): boolean {
    const left = this.read().until - this.clock.now();
    // A longer pause does not count: the clock was changed after the pause was stored.
    return left > 0 && left <= LONGEST;
  }

  failed(): void {
    const failures = this.read().failures + 1;
    const pause = Math.min(FIRST * 2 ** (failures - 1), LONGEST);
    const until = this.clock.now() + milliseconds(pause * (1 - this.random() / 2));
    this.tokens.setNote('renewalFailures', `${failures} ${Math.ceil(until)}`);
  }

  private read(): { readonly failures: number; readonly until: number } {
    const [failures = 0, until = 0] = (this.tokens.note('renewalFailures') ?? '').split(' ').map(Number);
    return { failures: Number.isFinite(failures) ? failures : 0, until };
  }
}
