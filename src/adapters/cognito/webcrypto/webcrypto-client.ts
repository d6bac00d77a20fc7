import * as v from 'valibot';
import { milliseconds } from '../../../domain/time.ts';
import { type OpenExchange, wireAttributes } from '../pool-client.ts';
import { payloadOf } from '../session/access-token.ts';
import { endingOf } from '../vendor-errors.ts';
import { retried } from '../within.ts';
import { callsOf } from './pool-calls.ts';
import { StoredUser } from './stored-user.ts';
import { WebcryptoSignedInUser } from './webcrypto-signed-in-user.ts';
import { WebcryptoUser } from './webcrypto-user.ts';

/** A pool that revokes tokens names the sign-in in them. */
const revocable = v.object({ origin_jti: v.pipe(v.string(), v.nonEmpty()) });
const signedUp = v.object({ UserConfirmed: v.fallback(v.boolean(), false) });

/** The longest pause between two attempts of a revocation (SES-42). */
const LONGEST_PAUSE = milliseconds(5000);

/** The pool on WebCrypto and `fetch`, without the vendor's library (SES-145). */
export const openExchange: OpenExchange = (config, storage, signal) => {
  const call = callsOf(config, signal);
  const { clientId } = config;
  return {
    user: (username) => new WebcryptoUser(call, config, storage, username),
    signedIn: (accessToken) => new WebcryptoSignedInUser(call, accessToken),
    signUp: async ({ email, password, firstName }) => {
      const response = await call('SignUp', {
        ClientId: clientId,
        Username: email,
        Password: password,
        UserAttributes: wireAttributes({ email, name: firstName }),
      });
      return { isConfirmed: v.parse(signedUp, response).UserConfirmed };
    },
    revoke: async (clock) => {
      const { accessToken, refreshToken } = StoredUser.last(storage, clientId)?.tokens() ?? {};
      if (accessToken === undefined || refreshToken === undefined) return;
      if (!v.safeParse(revocable, payloadOf(accessToken)).success) return;
      const ending = await retried(
        async () => endingOf(call('RevokeToken', { Token: refreshToken, ClientId: clientId })),
        (attempt) => 'error' in attempt,
        { clock, longest: LONGEST_PAUSE },
      );
      if ('error' in ending) throw ending.error;
    },
  };
};
