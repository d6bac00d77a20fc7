import { failed, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { Session, SessionFailure } from '../../../ports/auth.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Locks } from './locks.ts';
import { MESSAGES } from '../messages.ts';
import { RenewalBackoff } from './renewal-backoff.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { HeldTokens, TokenStore } from './token-store.ts';
import type { UserPool } from '../user-pool.ts';
import { whySessionEnded } from '../vendor-errors.ts';
import { within } from '../within.ts';

type Outcome = Result<Session, SessionFailure>;

type World = {
  readonly tokens: TokenStore;
  readonly pool: Pick<UserPool, 'config' | 'exchange'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly locks: Locks | null;
};

/** Who keeps the session that is renewed. */
type Keeper = {
  /** Counts the sessions of this page: what was begun under one is nothing to the next. */
  readonly generation: number;
  /** What is held, if it is good for some time yet. */
  usable(held: HeldTokens): Session | null;
  /** Takes over the tokens of the session that goes on; false when they cannot be read. */
  keep(entries: readonly (readonly [string, string])[]): boolean;
  /** The service has refused the session for good. */
  end(message: string): Outcome;
};

// What one tab writes reaches the others, which may live in other processes, a moment later: the turn goes
// on to the next when that is over. Nobody of this tab waits for it.
const SPREADING = milliseconds(150);
const REFRESH_DEADLINE = milliseconds(10_000);

/** Asks the service for a new session in the place of one that runs out (section 4): once, whatever the tabs. */
export class SessionRenewal {
  private readonly backoff: RenewalBackoff;

  constructor(
    private readonly keeper: Keeper,
    private readonly world: World,
  ) {
    this.backoff = new RenewalBackoff(world.tokens, world.clock, Math.random);
  }

  /**
   * @param refused the access token that the provider did not accept; null where it only runs out
   * @param generation of the session that is to be renewed
   */
  async renew(refused: string | null, generation: number): Promise<Outcome> {
    const { locks } = this.world;
    const renewal = async (): Promise<Outcome> => this.renewUnlessDone(refused, generation);
    return locks === null ? renewal() : this.renewInTurn(locks, renewal);
  }

  /** One tab after the other: the next finds the session that this one brings, and renews nothing. */
  private async renewInTurn(locks: Locks, renewal: () => Promise<Outcome>): Promise<Outcome> {
    const { clock, pool, tokens } = this.world;
    const before = tokens.read()?.accessToken;
    return new Promise((resolve, reject) => {
      const turn = async (): Promise<void> => {
        const outcome = await renewal();
        resolve(outcome);
        const isNew = outcome.ok && outcome.value.accessToken !== before;
        if (isNew) await clock.after(SPREADING);
      };
      locks.request(`session ${pool.config.clientId}`, turn).catch(reject);
    });
  }

  /** Another tab may have renewed while this one waited for its turn. */
  private async renewUnlessDone(refused: string | null, generation: number): Promise<Outcome> {
    const { clock, tokens } = this.world;
    const held = tokens.read();
    if (held === null) return failed({ kind: 'none' });
    const session = held.accessToken === refused ? null : this.keeper.usable(held);
    if (session !== null) return ok(session);
    if (held.refreshToken === null || held.refreshToken === '') {
      return this.keeper.end(held.idToken === null ? MESSAGES.idTokenMissing : MESSAGES.noNewSession);
    }
    if (this.backoff.isPausing) return failed({ kind: 'unreachable' });
    const refreshed = this.refresh(held.username, held.refreshToken, generation);
    const outcome = (await within(clock, REFRESH_DEADLINE, refreshed)) ?? failed({ kind: 'unreachable' });
    if (!outcome.ok && outcome.error.kind === 'unreachable') this.backoff.failed();
    return outcome;
  }

  /** One request. Its tokens are kept also when they come too late for whoever asked. */
  private async refresh(username: string, refreshToken: string, generation: number): Promise<Outcome> {
    const { pool, tokens } = this.world;
    const scratch = new ScratchStorage(tokens.entries());
    let error: unknown;
    try {
      const { library, user } = await pool.exchange(scratch);
      const token = new library.CognitoRefreshToken({ RefreshToken: refreshToken });
      error = await new Promise((resolve) => {
        user(username).refreshSession(token, (failure: unknown) => resolve(failure));
      });
    } catch (failure) {
      error = failure;
    }
    if (generation !== this.keeper.generation) return failed({ kind: 'none' });
    if (error !== null && error !== undefined) return this.refreshFailed(error);
    return this.refreshed(scratch.entries());
  }

  private refreshed(entries: readonly (readonly [string, string])[]): Outcome {
    if (!this.keeper.keep(entries)) {
      this.world.log.warn('The sign-in service answered a renewal with tokens that cannot be read');
      return failed({ kind: 'unreachable' });
    }
    this.world.tokens.setNote('renewalFailures', null);
    const held = this.world.tokens.read();
    const session = held === null ? null : this.keeper.usable(held);
    return session === null ? failed({ kind: 'unreachable' }) : ok(session);
  }

  private refreshFailed(error: unknown): Outcome {
    const message = whySessionEnded(error);
    return message === null ? failed({ kind: 'unreachable' }) : this.keeper.end(message);
  }
}
