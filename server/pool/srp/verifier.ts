import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { GENERATOR, fromBytes, padded, toHex } from './group.ts';
import { powerOf } from './power-threads.ts';

/** Whose password is proved: pool name and user id, or group key and device key of a device. */
export interface SrpIdentity {
  readonly realm: string;
  readonly id: string;
}

/** What the server stores in place of a password. Both are hexadecimal numbers. */
export interface SrpRecord {
  readonly salt: string;
  readonly verifier: string;
}

export const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

async function verifierOf(identity: SrpIdentity, password: string, salt: bigint): Promise<string> {
  const secret = sha256(identity.realm, identity.id, ':', password);
  return toHex(await powerOf(GENERATOR, fromBytes(sha256(padded(salt), secret))));
}

/** Makes the record of a new password, with a new salt. */
export async function recordPassword(identity: SrpIdentity, password: string): Promise<SrpRecord> {
  const salt = fromBytes(randomBytes(16));
  return { salt: toHex(salt), verifier: await verifierOf(identity, password, salt) };
}

/** True if a password that was sent in clear text (ChangePassword only) is the recorded one. */
export async function matchesPassword(
  identity: SrpIdentity,
  password: string,
  record: SrpRecord,
): Promise<boolean> {
  const claimed = sha256(await verifierOf(identity, password, BigInt(`0x${record.salt}`)));
  return timingSafeEqual(claimed, sha256(record.verifier));
}
