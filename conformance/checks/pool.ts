import * as v from 'valibot';
import { readTokenGrant, readTokenTerm } from '../../src/adapters/cognito/session/access-token.ts';
import { type CognitoConfig, endpointOf as addressOf } from '../../src/adapters/cognito/pool-client.ts';
import { milliseconds } from '../../src/domain/time.ts';
import { type Check, differs, notTried, type Outcome, passed } from '../check.ts';
import { described, type Target } from '../target.ts';
import type { ReadResponse } from '../wire.ts';
import { preflightFault } from './service.ts';

const JSON_TYPE = 'application/x-amz-json-1.1';
/** An address that no account has. */
const NOBODY = 'nobody@conformance.invalid';
const refusal = v.object({ __type: v.string(), message: v.optional(v.string(), '') });

const endpointOf = (pool: CognitoConfig): URL => new URL(addressOf(pool));

async function callPool(target: Target, action: string, body: object): Promise<ReadResponse> {
  return target.sendTo(endpointOf(target.pool), {
    method: 'POST',
    headers: {
      'Content-Type': JSON_TYPE,
      'X-Amz-Target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
}

/** The error that the pool sent; null if it sent none. */
function refusalIn({ text }: ReadResponse): { readonly type: string; readonly message: string } | null {
  try {
    const read = v.safeParse(refusal, JSON.parse(text));
    if (!read.success) return null;
    return { type: read.output.__type.split('#').at(-1) ?? '', message: read.output.message };
  } catch {
    return null;
  }
}

export const poolChecks: readonly Check[] = [
  {
    id: 'pool-answers',
    title: 'The pool answers',
    notices: 'Nobody can sign in.',
    needs: [],
    run: async (target) => {
      if (target.settings.pool === null)
        return notTried('No pool was named: --pool-endpoint, --pool, --client.');
      target.silent.add('pool');
      const found = await callPool(target, 'GetUser', { AccessToken: 'conformance.no.token' });
      const outcome = refusedWith(found, 'GetUser');
      if (outcome.kind === 'passed') target.silent.delete('pool');
      return outcome;
    },
  },
  {
    id: 'pool-cors',
    title: 'Pages of the app may call the pool',
    notices: 'Nobody can sign in.',
    needs: ['pool', 'origin'],
    run: async (target) => {
      const { pool, origin } = target.settings;
      if (pool === null || origin === null) return notTried('No pool was named.');
      const wanted = {
        origin,
        method: 'POST',
        headers: ['cache-control', 'content-type', 'x-amz-target', 'x-amz-user-agent'],
      };
      const found = await target.sendTo(endpointOf(pool), {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': wanted.headers.join(','),
        },
        redirect: 'manual',
      });
      const fault = preflightFault(found, wanted);
      return fault === null ? passed : differs(found.sent, fault);
    },
  },
  {
    id: 'pool-client',
    title: 'The client of the pool is public and may sign in with the chosen flow',
    notices: 'Nobody can sign in.',
    needs: ['pool'],
    run: async (target) => {
      const { pool } = target;
      const custom = pool.authFlow === 'custom';
      const found = await callPool(target, 'InitiateAuth', {
        AuthFlow: custom ? 'CUSTOM_AUTH' : 'USER_SRP_AUTH',
        ClientId: pool.clientId,
        AuthParameters: {
          USERNAME: NOBODY,
          // Any value but 0 modulo the prime.
          SRP_A: '0a'.repeat(384),
          ...(custom && { CHALLENGE_NAME: 'SRP_A' }),
        },
        ClientMetadata: {},
      });
      const refused = refusalIn(found);
      const sent = 'InitiateAuth for an unknown address';
      if (refused === null) {
        return found.status === 200 ? passed : differs(sent, described(found));
      }
      // The pool may refuse an unknown address. Anything else is about the client.
      const isAboutAddress =
        refused.type === 'UserNotFoundException' ||
        (refused.type === 'NotAuthorizedException' && !/client|secret/i.test(refused.message));
      return isAboutAddress ? passed : differs(sent, `${refused.type}: ${refused.message}`);
    },
  },
  {
    id: 'sign-in',
    title: 'The account signs in with its password',
    notices: 'Nobody can sign in.',
    needs: ['pool'],
    run: async (target) => {
      const { pool, account } = target.settings;
      if (pool === null || account === null)
        return notTried('No account was named: --email, --password-stdin.');
      const auth = target.newAuth(pool);
      const step = await auth.signIn(account);
      const sent = `InitiateAuth for ${account.email}`;
      if (!step.ok) return differs(sent, step.error.message);
      if (step.value.kind === 'challenge') {
        auth.abandonSignIn();
        return differs(
          sent,
          `The account asks for more than its password (${step.value.challenge.kind}). Use an account without it.`,
        );
      }
      target.signedIn(auth);
      return passed;
    },
  },
];

function refusedWith(response: ReadResponse, action: string): Outcome {
  const refused = refusalIn(response);
  return refused === null || response.status < 400
    ? differs(
        `${response.sent} ${action}`,
        `${described(response)}. Expected: an error with __type and message.`,
      )
    : passed;
}

const CANNOT_MANAGE = 'The account page shows less, and changes of password or devices fail.';

export const sessionChecks: readonly Check[] = [
  {
    id: 'access-token',
    title: 'The access token says when it ends, whose it is, and that it can be revoked',
    notices: 'The session is renewed too late, or stays valid after signing out.',
    needs: ['session'],
    run: async (target) => {
      const session = await target.session();
      const { accessToken } = session;
      const term = readTokenTerm(accessToken);
      const claims = v.safeParse(
        v.object({ username: v.string(), origin_jti: v.optional(v.string()) }),
        JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()),
      );
      if (term === null || term.lifetime === 0)
        return differs('InitiateAuth', 'The token has no exp and iat.');
      if (!claims.success) return differs('InitiateAuth', 'The token has no username.');
      return claims.output.origin_jti === undefined
        ? differs('InitiateAuth', 'The token has no origin_jti, so the app does not revoke it.')
        : passed;
    },
  },
  {
    id: 'scope',
    title: 'The access token may read and change the account at the pool',
    notices: CANNOT_MANAGE,
    needs: ['session'],
    run: async (target) => {
      const session = await target.session();
      const { scopes } = readTokenGrant(session.accessToken);
      return scopes.includes('aws.cognito.signin.user.admin')
        ? passed
        : differs(
            'InitiateAuth',
            `The scopes are "${scopes.join(' ')}", without aws.cognito.signin.user.admin.`,
          );
    },
  },
  {
    id: 'attributes',
    title: 'The pool knows the address of the account, and has verified it',
    notices: 'The account page shows no address, and the address cannot be changed.',
    needs: ['session'],
    run: async (target) => {
      const { auth, settings } = target;
      if (auth === null || settings.pool === null) return notTried('There is no session.');
      const details = await target.account(settings.pool, auth).details();
      if (!details.ok) return differs('GetUser', details.error.message);
      const { email } = details.value;
      if (email === null) return differs('GetUser', 'No email.');
      return email.isVerified ? passed : differs('GetUser', 'email_verified is not true.');
    },
  },
  {
    id: 'renewal',
    title: 'A session is renewed, and the new token counts',
    notices: 'The listener is signed out after an hour.',
    run: async (target) => {
      const { auth, clock } = target;
      const before = await auth?.session();
      if (auth === null || before?.ok !== true) return notTried('There is no session.');
      // For the app, the token is about to expire.
      clock.correctBy(milliseconds(before.value.expiresAt - Date.now() - 1000));
      const after = await auth.session();
      clock.correctBy(milliseconds(0));
      const sent = 'InitiateAuth with REFRESH_TOKEN_AUTH';
      if (!after.ok) return differs(sent, `The renewal failed (${after.error.kind}).`);
      const found = await target.send('/user', {
        headers: { Authorization: `Bearer ${after.value.accessToken}` },
      });
      return found.status === 200
        ? passed
        : differs(sent, `The API answers ${found.status} to the new token.`);
    },
  },
];

/** Runs last, because it ends the session. */
export const revocationCheck: Check = {
  id: 'revocation',
  title: 'After signing out, the session can be neither used at the pool nor renewed',
  notices: 'Whoever has copied a token stays signed in.',
  needs: ['session'],
  run: async (target) => {
    const { auth, settings } = target;
    const session = await auth?.session();
    const refresh = target.refreshToken();
    if (auth === null || settings.pool === null || session?.ok !== true || refresh === null) {
      return notTried('There is no session.');
    }
    await auth.signOut();
    const used = await callPool(target, 'GetUser', { AccessToken: session.value.accessToken });
    if (used.status < 400) return differs('RevokeToken, then GetUser', 'The token still counts.');
    const renewed = await callPool(target, 'InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: settings.pool.clientId,
      AuthParameters: { REFRESH_TOKEN: refresh },
    });
    const sent = 'RevokeToken, then InitiateAuth with REFRESH_TOKEN_AUTH';
    if (renewed.status === 200) return differs(sent, 'The session was renewed.');
    return refusalIn(renewed)?.type === 'NotAuthorizedException'
      ? passed
      : notTried(`The pool answers ${renewed.status}; see "renewal".`);
  },
};

/** Runs after most others, because it may wait for an hour. */
export const expiryCheck: Check = {
  id: 'expiry',
  title: 'An access token that has expired is refused with 401',
  notices: 'Whoever has copied a token can use it for ever.',
  run: async (target) => {
    const { account, pool, wait } = target.settings;
    if (wait === null) return notTried('It takes as long as a token lives. --wait waits for it.');
    if (account === null || pool === null) return notTried('There is no session.');
    const { accessToken, expiresAt } = await target.session();
    // Some services accept a token for a minute longer, because clocks differ.
    await wait(expiresAt - Date.now() + 90_000);
    const found = await target.send('/user', { headers: { Authorization: `Bearer ${accessToken}` } });
    return found.status === 401 ? passed : differs(found.sent, `${found.status}, not 401.`);
  },
};
