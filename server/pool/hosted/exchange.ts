import * as v from 'valibot';
import { requireAccount } from '../account.ts';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import { type AuthenticationResult, refreshTokens, startSession, USER_ADMIN_SCOPE } from '../tokens/issue.ts';
import { takeCode } from './authorization.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const grant = v.variant('grant_type', [
  v.object({
    grant_type: v.literal('authorization_code'),
    client_id: text,
    code: text,
    redirect_uri: text,
    code_verifier: v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/)),
  }),
  v.object({
    grant_type: v.literal('refresh_token'),
    client_id: text,
    refresh_token: text,
    scope: v.optional(text),
  }),
]);

/** The response of the token path: tokens, or an error by its name in OAuth 2.0. */
export type TokenResponse =
  | { readonly status: 200; readonly body: Readonly<Record<string, string | number>> }
  | { readonly status: 400; readonly body: { readonly error: string } };

const refuse = (error: string): TokenResponse => ({ status: 400, body: { error } });

function wire(tokens: AuthenticationResult, scope: string): TokenResponse {
  const scopes = scope.split(' ');
  return {
    status: 200,
    body: {
      access_token: tokens.AccessToken,
      // Cognito gives a request without scopes all scopes of the client, so also the id token.
      ...((scopes.includes('openid') || scope === USER_ADMIN_SCOPE) && { id_token: tokens.IdToken }),
      token_type: tokens.TokenType,
      expires_in: tokens.ExpiresIn,
      scope,
      ...(tokens.RefreshToken !== undefined && { refresh_token: tokens.RefreshToken }),
    },
  };
}

/**
 * Exchanges a code, or a refresh token, for tokens.
 *
 * @param agent what the browser or app calls itself
 * @param issuer the issuer of the ID token
 */
export async function exchangeForTokens(
  context: PoolContext,
  given: unknown,
  agent: string,
  issuer: string,
): Promise<TokenResponse> {
  const parsed = v.safeParse(grant, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const isUnknown = v.getDotPath(issue) === 'grant_type' && issue.received !== 'undefined';
    return refuse(isUnknown ? 'unsupported_grant_type' : 'invalid_request');
  }
  const { output } = parsed;
  if (output.client_id !== context.clientId) return refuse('invalid_client');
  try {
    if (output.grant_type === 'refresh_token') {
      const { tokens, scope } = await refreshTokens(context, output.refresh_token, undefined, issuer);
      const granted = new Set(scope.split(' '));
      const isMore = (output.scope ?? '').split(' ').some((each) => each !== '' && !granted.has(each));
      return isMore ? refuse('invalid_scope') : wire(tokens, scope);
    }
    const code = await takeCode(context, {
      code: output.code,
      redirectUri: output.redirect_uri,
      verifier: output.code_verifier,
    });
    if (code === undefined) return refuse('invalid_grant');
    const user = await requireAccount(context, code.sub);
    const { scope, nonce, auth_time: authTime, identity_provider: identityProvider } = code;
    return wire(
      await startSession(context, user, null, agent, {
        scope,
        nonce,
        authTime,
        issuer,
        identityProvider,
      }),
      scope,
    );
  } catch (error) {
    if (error instanceof PoolError) return refuse('invalid_grant');
    throw error;
  }
}
