import { decodeClientDataJSON, parseAuthenticatorData } from '@simplewebauthn/server/helpers';
import * as v from 'valibot';

const LONGEST = 16 * 1024;
const base64url = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST), v.regex(/^[\w-]+$/u));
const shared = {
  id: v.pipe(base64url, v.maxLength(1400)),
  rawId: v.pipe(base64url, v.maxLength(1400)),
  type: v.literal('public-key'),
};

/** A new credential as browsers send it (`RegistrationResponseJSON`). */
export const newCredential = v.object({
  ...shared,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/u))), v.maxLength(8)),
      [],
    ),
  }),
});

/** The use of a credential as browsers send it (`AuthenticationResponseJSON`). */
const usedCredential = v.object({
  ...shared,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.nullish(v.pipe(v.string(), v.maxLength(128))),
  }),
});

export type NewCredential = v.InferOutput<typeof newCredential>;
export type UsedCredential = v.InferOutput<typeof usedCredential>;

/** Reads the use of a credential from JSON. Null if it is none. */
export function parseCredential(text: string): UsedCredential | null {
  try {
    const parsed = v.safeParse(usedCredential, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** What the browser says about a ceremony. The authenticator signs it. */
export interface ClientData {
  readonly challenge: string;
  readonly origin: string;
}

const clientData = v.object({
  challenge: v.pipe(v.string(), v.maxLength(512)),
  origin: v.pipe(v.string(), v.maxLength(512)),
});

/** Null if it cannot be read. */
export function readClientData(text: string): ClientData | null {
  try {
    const parsed = v.safeParse(clientData, decodeClientDataJSON(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** What the authenticator says about a use: whether it checked the person, and how often it was used. Null: unreadable. */
export function readAuthenticatorData(
  text: string,
): { readonly isVerified: boolean; readonly rpIdHash: Buffer } | null {
  try {
    const { flags, rpIdHash } = parseAuthenticatorData(new Uint8Array(Buffer.from(text, 'base64url')));
    return { isVerified: flags.uv, rpIdHash: Buffer.from(rpIdHash) };
  } catch {
    return null;
  }
}
