import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { OriginRule } from '../../http/headers.ts';
import { requireAccount } from '../account.ts';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import { hashOf, newOpaqueToken } from '../opaque.ts';
import { type AuthenticationResult, refreshTokens, startSession } from '../tokens/issue.ts';

/** A valid request of an app. After the sign-in, the listener is redirected to `redirectUri` with a code. */
export interface AuthorizeRequest {
  readonly redirectUri: string;
  readonly state: string;
  /** The SHA-256 of the verifier that the code will need, base64url (PKCE, S256). */
  readonly challenge: string;
}

export type RequestCheck =
  | { readonly ok: true; readonly request: AuthorizeRequest }
  /** Nothing in it can be trusted, so the page shows this text and does not redirect. */
  | { readonly ok: false; readonly text: string }
  /** The app is known, so it gets the error by this redirect. */
  | { readonly ok: false; readonly redirect: string };

const parameter = v.pipe(v.string(), v.maxLength(2048));
const app = v.object({ client_id: parameter, redirect_uri: parameter });
const details = v.object({
  response_type: v.literal('code'),
  state: v.pipe(v.string(), v.minLength(8), v.maxLength(512)),
  code_challenge: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  code_challenge_method: v.literal('S256'),
});

/** Where the hosted login may redirect to. */
export interface ReturnRule {
  readonly ownOrigin: string;
  readonly mayReturnTo: OriginRule;
  /** Paths of the provider's own pages that ask who the listener is. */
  readonly ownPaths: readonly string[];
}

/** True for the address of one of the provider's own pages. */
export const isOwnPage = (address: string, { ownOrigin, ownPaths }: ReturnRule): boolean =>
  ownPaths.some((path) => address === ownOrigin + path);

/**
 * True if the hosted login may redirect to an address: the sign-in screen of this origin, or of an origin that is known
 * to serve the app, or a page of the provider itself. Another port of this machine may belong to any program, and that program would get the code.
 */
export function isAllowedReturn(address: string, rule: ReturnRule): boolean {
  if (isOwnPage(address, rule)) return true;
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // The spelling must be the exact one, so that every browser reads it in the same way.
  if (!/^https?:$/.test(url.protocol) || address !== `${url.origin}/login`) return false;
  return url.origin === rule.ownOrigin || rule.mayReturnTo(url.origin);
}

/** The address with parameters added to it. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Reads an authorize request, from the address or from a form that repeats it. */
export function checkRequest(
  given: unknown,
  { clientId, ...rule }: ReturnRule & { readonly clientId: string },
): RequestCheck {
  const named = v.safeParse(app, given);
  if (!named.success || named.output.client_id !== clientId) {
    return { ok: false, text: 'The app that sent you here is not known.' };
  }
  const { redirect_uri: redirectUri } = named.output;
  if (!isAllowedReturn(redirectUri, rule)) {
    return { ok: false, text: 'The address that you would return to is not allowed.' };
  }
  const parsed = v.safeParse(details, given);
  if (!parsed.success) {
    const state = v.safeParse(v.object({ state: parameter }), given);
    return {
      ok: false,
      redirect: withParameters(redirectUri, {
        error: 'invalid_request',
        ...(state.success && { state: state.output.state }),
      }),
    };
  }
  return {
    ok: true,
    request: { redirectUri, state: parsed.output.state, challenge: parsed.output.code_challenge },
  };
}

/** The fields of a request that a form repeats. They are checked again when the form is sent. */
export const requestFields = (
  clientId: string,
  { redirectUri, state, challenge }: AuthorizeRequest,
): Readonly<Record<string, string>> => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  state,
  code_challenge: challenge,
  response_type: 'code',
  code_challenge_method: 'S256',
});

const CODE_LIFE_MS = 60 * 1000;
const SESSION_LIFE_MS = 60 * 60 * 1000;

/** How long a browser stays signed in at the hosted login. */
export const SESSION_SECONDS = SESSION_LIFE_MS / 1000;

/** Makes a code for tokens. It is valid once, for a minute, and only together with the verifier. */
export async function issueCode(
  context: PoolContext,
  sub: string,
  { redirectUri, challenge }: AuthorizeRequest,
): Promise<string> {
  const code = newOpaqueToken(32);
  const now = context.clock.now();
  await context.db.deleteFrom('pool_hosted_codes').where('expires_at', '<', now).execute();
  await context.db
    .insertInto('pool_hosted_codes')
    .values({
      code_hash: hashOf(code),
      sub,
      redirect_uri: redirectUri,
      challenge,
      expires_at: now + CODE_LIFE_MS,
    })
    .execute();
  return code;
}

interface GivenCode {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Redeems a code for tokens. Undefined as with `redeemForListener`. */
async function redeemCode(context: PoolContext, given: GivenCode): Promise<AuthenticationResult | undefined> {
  const sub = await redeemForListener(context, given);
  return sub === undefined ? undefined : startSession(context, await requireAccount(context, sub), null);
}

/**
 * Redeems a code for the listener who signed in, without tokens. The first request uses up the code, even if it fails, so that a leaked code is worthless.
 *
 * @returns undefined if the code is unknown, used or expired, or belongs to another request
 */
export async function redeemForListener(context: PoolContext, given: GivenCode): Promise<string | undefined> {
  const row = await context.db
    .deleteFrom('pool_hosted_codes')
    .where('code_hash', '=', hashOf(given.code))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= context.clock.now()) return undefined;
  const challenge = createHash('sha256').update(given.verifier).digest('base64url');
  const isSameRequest = timingSafeEqual(Buffer.from(hashOf(challenge)), Buffer.from(hashOf(row.challenge)));
  if (!isSameRequest || row.redirect_uri !== given.redirectUri) return undefined;
  return row.sub;
}

/** Starts a session of a browser at the hosted login. */
export async function openHostedSession(context: PoolContext, sub: string): Promise<string> {
  const token = newOpaqueToken();
  const now = context.clock.now();
  await context.db.deleteFrom('pool_hosted_sessions').where('expires_at', '<', now).execute();
  await context.db
    .insertInto('pool_hosted_sessions')
    .values({ token_hash: hashOf(token), sub, expires_at: now + SESSION_LIFE_MS })
    .execute();
  return token;
}

/** The listener of a session. Null if the session has expired or the account cannot be used. */
export async function hostedListener(context: PoolContext, token: string | null): Promise<string | null> {
  if (token === null) return null;
  const row = await context.db
    .selectFrom('pool_hosted_sessions')
    .innerJoin('pool_users', 'pool_users.sub', 'pool_hosted_sessions.sub')
    .select('pool_users.sub')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', context.clock.now())
    .where('pool_users.enabled', '=', true)
    .where('pool_users.status', '=', 'CONFIRMED')
    .executeTakeFirst();
  return row?.sub ?? null;
}

export async function endHostedSession(context: PoolContext, token: string | null): Promise<void> {
  if (token === null) return;
  await context.db.deleteFrom('pool_hosted_sessions').where('token_hash', '=', hashOf(token)).execute();
}

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
