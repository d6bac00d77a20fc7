import * as v from 'valibot';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import type { AuthenticationResult } from '../tokens/issue.ts';
import { refreshTokens } from '../tokens/refresh.ts';
import { redeemCode } from './grants.ts';

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const grant = v.variant('grant_type', [
  v.object({
    grant_type: v.literal('authorization_code'),
    client_id: text,
    code: text,
    redirect_uri: text,
    code_verifier: v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/)),
  }),
  v.object({ grant_type: v.literal('refresh_token'), client_id: text, refresh_token: text }),
]);

/** The response of the token path: tokens, or an error by its name in OAuth 2.0. */
export type TokenResponse =
  | { readonly status: 200; readonly body: Readonly<Record<string, string | number>> }
  | { readonly status: 400; readonly body: { readonly error: string } };

const refuse = (error: string): TokenResponse => ({ status: 400, body: { error } });

const wire = (tokens: AuthenticationResult): TokenResponse => ({
  status: 200,
  body: {
    access_token: tokens.AccessToken,
    id_token: tokens.IdToken,
    token_type: tokens.TokenType,
    expires_in: tokens.ExpiresIn,
    ...(tokens.RefreshToken !== undefined && { refresh_token: tokens.RefreshToken }),
  },
});

/** Exchanges a code, or a refresh token, for tokens. */
export async function exchangeForTokens(context: PoolContext, given: unknown): Promise<TokenResponse> {
  const parsed = v.safeParse(grant, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return refuse(v.getDotPath(issue) === 'grant_type' ? 'unsupported_grant_type' : 'invalid_request');
  }
  const { output } = parsed;
  if (output.client_id !== context.clientId) return refuse('invalid_client');
  try {
    if (output.grant_type === 'refresh_token') {
      return wire(await refreshTokens(context, output.refresh_token, undefined));
    }
    const tokens = await redeemCode(context, {
      code: output.code,
      redirectUri: output.redirect_uri,
      verifier: output.code_verifier,
    });
    return tokens === undefined ? refuse('invalid_grant') : wire(tokens);
  } catch (error) {
    if (error instanceof PoolError) return refuse('invalid_grant');
    throw error;
  }
}
