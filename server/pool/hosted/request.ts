import * as v from 'valibot';
import type { OriginRule } from '../../http/cors.ts';

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

const text = v.pipe(v.string(), v.maxLength(2048));
const app = v.object({ client_id: text, redirect_uri: text });
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
    const state = v.safeParse(v.object({ state: text }), given);
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
