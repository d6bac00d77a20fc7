import { type Message, message } from 'audio-streaming-translations/message';
import * as v from 'valibot';
import { isStorable } from '../../db/errors.ts';
import type { OriginRule } from '../../http/headers.ts';
import { USER_ADMIN_SCOPE } from '../tokens/issue.ts';

/** A valid request of an app. After the sign-in, the listener is redirected to `redirectUri` with a code. */
export interface AuthorizeRequest {
  readonly redirectUri: string;
  readonly state: string | null;
  /** The SHA-256 of the verifier that the code will need, base64url (PKCE, S256). */
  readonly challenge: string;
  /** The scopes that the tokens get, with a space between them. */
  readonly scope: string;
  /** Repeated in the ID token. */
  readonly nonce: string | null;
  /** `none`: no page may be shown. `login`: the password is asked for in any case. */
  readonly prompt: 'none' | 'login' | null;
  /** How long ago the last sign-in may be, in seconds. */
  readonly maxAge: number | null;
  readonly loginHint: string | null;
  /** Whether the page asks for a passkey at once. */
  readonly wantsPasskey: boolean;
  /** The name of the provider at which the listener wants to sign in. */
  readonly identityProvider: string | null;
}

export type RequestCheck =
  | { readonly ok: true; readonly request: AuthorizeRequest }
  /** Nothing in it can be trusted, so the page shows this text and does not redirect. */
  | { readonly ok: false; readonly text: Message }
  /** The app is known, so it gets the error by this redirect. */
  | { readonly ok: false; readonly redirect: string };

/** The scopes of OpenID Connect, and the one with which users change their account in the pool. */
export const SCOPES = ['openid', 'email', 'phone', 'profile', USER_ADMIN_SCOPE] as const;

const parameter = v.pipe(v.string(), v.maxLength(2048), v.check(isStorable));
const app = v.object({ client_id: parameter, redirect_uri: parameter });
// A parameter without a value counts as missing (RFC 6749, 3.1).
const optional = v.optional(
  v.pipe(
    parameter,
    v.transform((value) => (value === '' ? undefined : value)),
  ),
);
const details = v.object({
  response_type: optional,
  response_mode: optional,
  state: optional,
  code_challenge: optional,
  code_challenge_method: optional,
  scope: optional,
  nonce: optional,
  prompt: optional,
  max_age: optional,
  login_hint: optional,
  method: optional,
  identity_provider: optional,
  request: v.optional(v.unknown()),
  request_uri: v.optional(v.unknown()),
});
type Details = v.InferOutput<typeof details>;

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

/** An error of RFC 6749 or OpenID Connect, with a sentence for the developer of the app. */
interface Problem {
  readonly error: string;
  readonly error_description: string;
}

const invalid = (error_description: string): Problem => ({ error: 'invalid_request', error_description });

function problemOf(given: Details, scopes: readonly string[], prompts: ReadonlySet<string>): Problem | null {
  if (given.request !== undefined) {
    return { error: 'request_not_supported', error_description: 'Send the parameters in the query.' };
  }
  if (given.request_uri !== undefined) {
    return { error: 'request_uri_not_supported', error_description: 'Send the parameters in the query.' };
  }
  if (given.response_type === undefined) return invalid('response_type is missing.');
  if (given.response_type !== 'code') {
    return { error: 'unsupported_response_type', error_description: 'The only response_type is code.' };
  }
  if ((given.response_mode ?? 'query') !== 'query') return invalid('The only response_mode is query.');
  if (!/^[\w-]{43}$/.test(given.code_challenge ?? '') || given.code_challenge_method !== 'S256') {
    return invalid('A code_challenge with the code_challenge_method S256 is required.');
  }
  if (given.scope !== undefined && scopes.length === 0) {
    return { error: 'invalid_scope', error_description: `The scopes are: ${SCOPES.join(' ')}.` };
  }
  if (prompts.has('none') && prompts.size > 1) return invalid('prompt=none stands alone.');
  if (!/^\d{1,9}$/.test(given.max_age ?? '0')) return invalid('max_age is a number of seconds.');
  return null;
}

/**
 * Reads an authorize request, from the address or from a form that repeats it.
 *
 * @param issuer sent with each response, so that an app with several issuers knows whose it is (RFC 9207)
 */
export function checkRequest(
  given: unknown,
  { clientId, issuer, ...rule }: ReturnRule & { readonly clientId: string; readonly issuer: string },
): RequestCheck {
  const named = v.safeParse(app, given);
  if (!named.success || named.output.client_id !== clientId) {
    return { ok: false, text: message('The app that sent you here is not known.') };
  }
  const { redirect_uri: redirectUri } = named.output;
  if (!isAllowedReturn(redirectUri, rule)) {
    return { ok: false, text: message('The address that you would return to is not allowed.') };
  }
  const parsed = v.safeParse(details, given);
  const found: Details = parsed.success ? parsed.output : {};
  const scopes = SCOPES.filter((scope) => (found.scope ?? '').split(' ').includes(scope));
  const prompts = new Set((found.prompt ?? '').split(' ').filter((each) => each !== ''));
  const problem = parsed.success ? problemOf(found, scopes, prompts) : invalid('A parameter is malformed.');
  const state = found.state ?? null;
  if (problem !== null) {
    return { ok: false, redirect: errorRedirect({ redirectUri, state }, issuer, problem) };
  }
  return {
    ok: true,
    request: {
      redirectUri,
      state,
      challenge: found.code_challenge ?? '',
      scope: found.scope === undefined ? USER_ADMIN_SCOPE : scopes.join(' '),
      nonce: found.nonce ?? null,
      prompt: prompts.has('none')
        ? 'none'
        : prompts.has('login') || prompts.has('select_account')
          ? 'login'
          : null,
      maxAge: found.max_age === undefined ? null : Number(found.max_age),
      loginHint: found.login_hint ?? null,
      wantsPasskey: found.method === 'passkey',
      // Cognito's name for the accounts of the pool itself.
      identityProvider: found.identity_provider === 'COGNITO' ? null : (found.identity_provider ?? null),
    },
  };
}

/** The address that tells the app an error. */
export const errorRedirect = (
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  issuer: string,
  problem: Problem,
): string => withParameters(redirectUri, { ...problem, ...(state !== null && { state }), iss: issuer });

/** The fields of a request that a form repeats. They are checked again when the form is sent. */
export const requestFields = (
  clientId: string,
  { redirectUri, state, challenge, scope, nonce, prompt, maxAge }: AuthorizeRequest,
): Readonly<Record<string, string>> => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  ...(state !== null && { state }),
  code_challenge: challenge,
  response_type: 'code',
  code_challenge_method: 'S256',
  scope,
  ...(nonce !== null && { nonce }),
  ...(prompt !== null && { prompt }),
  ...(maxAge !== null && { max_age: String(maxAge) }),
});
