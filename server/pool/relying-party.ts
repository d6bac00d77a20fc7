import { isIP } from 'node:net';
import type { OriginRule } from '../http/headers.ts';

/** The site that passkeys belong to (SES-133). */
export interface RelyingParty {
  /** The host of the provider, without a port. A browser uses a passkey only for it. */
  readonly id: string;
  /** Whether a page of this origin may make and use passkeys. */
  readonly allows: (origin: string) => boolean;
}

/**
 * The relying party of a provider. Null where browsers make no passkeys: for an address without a name, and without TLS
 * on another machine.
 *
 * @param publicOrigin where listeners reach the provider
 * @param mayUse the origins of the app
 */
export function relyingPartyAt(publicOrigin: string, mayUse: OriginRule): RelyingParty | null {
  if (!URL.canParse(publicOrigin)) return null;
  const { hostname: id, protocol, origin } = new URL(publicOrigin);
  if (isIP(id.replace(/^\[|\]$/gu, '')) !== 0) return null;
  if (protocol !== 'https:' && id !== 'localhost' && !id.endsWith('.localhost')) return null;
  return { id, allows: (candidate) => candidate === origin || mayUse(candidate) };
}
