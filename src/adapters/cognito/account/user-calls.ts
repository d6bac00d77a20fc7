import type { CognitoUser } from 'amazon-cognito-identity-js';

import { failed, ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import { milliseconds } from '../../../domain/time.ts';
import type { Auth, AuthFailure, Session, SessionFailure } from '../../../ports/auth.ts';
import type { Clock } from '../../../ports/clock.ts';
import { readTokenUser } from '../session/access-token.ts';
import { MESSAGES } from '../messages.ts';
import { retried } from '../retried.ts';
import { ScratchStorage } from '../scratch-storage.ts';
import type { UserPool } from '../user-pool.ts';
import { isThrottled, isTokenRefused, toAuthFailure, whyListenerIsOut } from '../vendor-errors.ts';
import { giveUpAfter } from '../within.ts';

/** How a vendor call ended: with an error, or with a value. */
export type Ending<Value> = { readonly error: unknown } | { readonly value: Value };

/** One call of the vendor's library on behalf of a listener; `end` is to be called once. */
type Work<Value> = (user: CognitoUser, end: (ending: Ending<Value>) => void) => void;

type Outcome<Value> = Promise<Result<Value, AuthFailure>>;

/** Where sessions come from, and who is told that one is over. */
export type Sessions = Pick<Auth, 'session' | 'renew'> & { end(message: string): unknown };

const DEADLINE = milliseconds(20_000);

/**
 * Calls of the sign-in service that go out with the session (section 6: without one they end in 'User is
 * not authenticated'). A token that the service refuses is renewed once, which also finds out whether the
 * session has ended. Where the service renews it and still says that the session is invalid, that counts.
 */
export class UserCalls {
  constructor(
    private readonly sessions: Sessions,
    private readonly pool: UserPool,
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

  /** Unless another session has begun while the call was on its way. */
  private async end({ accessToken }: Session, message: string): Promise<void> {
    const held = await this.sessions.session();
    if (held.ok && held.value.accessToken === accessToken) this.sessions.end(message);
  }

  private async ask<Value>({ accessToken }: Session, work: Work<Value>): Promise<Ending<Value>> {
    try {
      const { clock } = this;
      const ending = await giveUpAfter(clock, DEADLINE, async (signal) => {
        const user = await this.userWith(accessToken, signal);
        const ask = async () => new Promise<Ending<Value>>((resolve) => work(user, resolve));
        return retried(ask, isThrottled, { clock, signal });
      });
      return ending ?? { error: { code: 'NetworkError' } };
    } catch {
      // The library could not be fetched.
      return { error: { code: 'NetworkError' } };
    }
  }

  /** The session was found to be good already: the library asks nobody about it, and renews nothing. */
  private async userWith(accessToken: string, signal: AbortSignal): Promise<CognitoUser> {
    const { library, user } = await this.pool.exchange(new ScratchStorage(), signal);
    const signedIn = user(readTokenUser(accessToken) ?? 'unknown');
    const tokens = {
      AccessToken: new library.CognitoAccessToken({ AccessToken: accessToken }),
      // No call goes out with an id token; the library only reads its term.
      IdToken: new library.CognitoIdToken({ IdToken: accessToken }),
      RefreshToken: new library.CognitoRefreshToken({ RefreshToken: '' }),
      // The library would judge the token's term once more, by a time of issue that not every token names.
      ClockDrift: Number.POSITIVE_INFINITY,
    };
    signedIn.setSignInUserSession(new library.CognitoUserSession(tokens));
    return signedIn;
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
