import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { GENERATOR, fromBytes, modPow, padded, toHex } from './group.ts';

/** Who proves a password: pool name and user id, or, for a device, group key and device key. */
export interface SrpIdentity {
  readonly realm: string;
  readonly id: string;
}

/** What the server keeps instead of a password. Both are hexadecimal numbers. */
export interface SrpRecord {
  readonly salt: string;
  readonly verifier: string;
}

export const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function verifierOf(identity: SrpIdentity, password: string, salt: bigint): string {
  const secret = sha256(identity.realm, identity.id, ':', password);
  return toHex(modPow(GENERATOR, fromBytes(sha256(padded(salt), secret))));
}

/** Makes the record of a new password, with a salt of its own. */
export function recordPassword(identity: SrpIdentity, password: string): SrpRecord {
  const salt = fromBytes(randomBytes(16));
  return { salt: toHex(salt), verifier: verifierOf(identity, password, salt) };
}

/** Whether a password sent in clear (ChangePassword only) is the recorded one. */
export function matchesPassword(identity: SrpIdentity, password: string, record: SrpRecord): boolean {
  const claimed = sha256(verifierOf(identity, password, BigInt(`0x${record.salt}`)));
  return timingSafeEqual(claimed, sha256(record.verifier));
}
