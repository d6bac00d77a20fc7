import { failed, ok, type Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { Auth, AuthFailure, Session, SessionFailure } from '../../../ports/auth.ts';
import type { Clock } from '../../../ports/platform.ts';
import { MESSAGES } from '../messages.ts';
import { giveUpAfter, retried } from '../within.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { PoolClient, SignedInUser } from '../pool-client.ts';
import {
  type Ending,
  endingOf,
  isThrottled,
  isTokenRefused,
  toAuthFailure,
  whyListenerIsOut,
} from '../vendor-errors.ts';

/** Makes one call for a listener. */
type Work<Value> = (user: SignedInUser) => Promise<Value>;

type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/** Returns, renews and ends sessions. */
export type Sessions = Pick<Auth, 'session' | 'renew'> & { end(message: string): unknown };

const DEADLINE = milliseconds(20_000);

/**
 * Makes calls to the sign-in service that need the session (ACC-3). If the service refuses the access token, the
 * session is renewed once and the call is repeated. If the service then still says that the session is invalid, the
 * session ends (SES-38).
 */
export class UserCalls {
  constructor(
    private readonly sessions: Sessions,
    private readonly pool: PoolClient,
    private readonly clock: Clock,
  ) {}

  async call<Value>(work: Work<Value>): Outcome<Value> {
    const session = await this.sessions.session();
    if (!session.ok) return failed(withoutSession(session.error));
    const first = await this.ask(session.value, work);
    if (!('error' in first) || !isTokenRefused(first.error)) return outcomeOf(first);
    const renewed = await this.sessions.renew(session.value);
    if (!renewed.ok) return failed(withoutSession(renewed.error));
    const second = await this.ask(renewed.value, work);
    const why = 'error' in second ? whyListenerIsOut(second.error) : null;
    if (why !== null) await this.end(renewed.value, why);
    return outcomeOf(second);
  }

  /** Ends the session, unless another session has started during the call. */
  private async end({ accessToken }: Session, message: string): Promise<void> {
    const current = await this.sessions.session();
    if (current.ok && current.value.accessToken === accessToken) this.sessions.end(message);
  }

  private async ask<Value>({ accessToken }: Session, work: Work<Value>): Promise<Ending<Value>> {
    try {
      const { clock } = this;
      const ending = await giveUpAfter(clock, DEADLINE, async (signal) => {
        const exchange = await this.pool.exchange(new ScratchStorage(), signal);
        const user = exchange.signedIn(accessToken);
        return retried(async () => endingOf(work(user)), isThrottled, { clock, signal });
      });
      return ending ?? { error: { code: 'NetworkError' } };
    } catch {
      // The client could not be loaded.
      return { error: { code: 'NetworkError' } };
    }
  }
}

const outcomeOf = <Value>(ending: Ending<Value>): Result<Value, AuthFailure> =>
  'value' in ending ? ok(ending.value) : failed(toAuthFailure(ending.error));

const withoutSession = (failure: SessionFailure): AuthFailure => {
  switch (failure.kind) {
    case 'none':
      return { kind: 'refused', message: MESSAGES.userNotAuthenticated };
    case 'ended':
      return { kind: 'refused', message: failure.message };
    case 'unreachable':
      return { kind: 'unreachable', message: MESSAGES.networkError };
  }
};
