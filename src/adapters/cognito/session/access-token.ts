import * as v from 'valibot';

import { instant, milliseconds, type Instant, type Milliseconds } from '../../../domain/time.ts';

const claims = v.object({ exp: v.pipe(v.number(), v.finite()), iat: v.fallback(v.number(), 0) });

/** When an access token expires by the service's clock, and its full lifetime in milliseconds. */
export type TokenTerm = { readonly expiresAt: Instant; readonly lifetime: Milliseconds };

const decodeBase64Url = (text: string): string => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0));
};

/** The claims of a token, not verified. Null if they cannot be read. */
export const payloadOf = (token: string): unknown => {
  try {
    return JSON.parse(decodeBase64Url(token.split('.')[1] ?? ''));
  } catch {
    return null;
  }
};

/**
 * Reads the expiry time of a JWT, without verifying it. The provider verifies tokens. The time is only used to plan
 * renewals. Returns null if the text is not a JWT with an expiry time.
 */
export const readTokenTerm = (token: string): TokenTerm | null => {
  const parsed = v.safeParse(claims, payloadOf(token));
  if (!parsed.success) return null;
  const { exp, iat } = parsed.output;
  return { expiresAt: instant(exp * 1000), lifetime: milliseconds(Math.max(exp - iat, 0) * 1000) };
};

const owner = v.object({ username: v.pipe(v.string(), v.nonEmpty()) });

/** Returns the user name in an access token, not verified. Null if there is none. */
export const readTokenUser = (token: string): string | null => {
  const parsed = v.safeParse(owner, payloadOf(token));
  return parsed.success ? parsed.output.username : null;
};

const grant = v.object({
  scope: v.fallback(v.string(), ''),
  device_key: v.fallback(v.nullable(v.string()), null),
});

/** The scopes of an access token, and the key of the device that it was issued to. Not verified. */
export type TokenGrant = { readonly scopes: readonly string[]; readonly device: string | null };

export const readTokenGrant = (token: string): TokenGrant => {
  const parsed = v.safeParse(grant, payloadOf(token));
  if (!parsed.success) return { scopes: [], device: null };
  return { scopes: parsed.output.scope.split(' '), device: parsed.output.device_key };
};
