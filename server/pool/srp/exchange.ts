import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { GENERATOR, PRIME, fromBytes, padded, toHex } from './group.ts';
import { powerOf } from './power-threads.ts';
import { type SrpIdentity, type SrpRecord, sha256 } from './verifier.ts';

const MULTIPLIER = fromBytes(sha256(padded(PRIME), padded(GENERATOR)));
const KEY_INFO = Buffer.from('Caldera Derived Key\u0001', 'utf8');
const KEY_BYTES = 16;
// Twice the strength of the group. A longer exponent would cost time and gain nothing.
const EXPONENT_BYTES = 48;

export interface SrpAgreement {
  /** The server's public value B, hexadecimal. */
  readonly serverPublic: string;
  /** 16 bytes. The client derives the same key only with the right password. */
  readonly sessionKey: Buffer;
}

/**
 * Reads the client's public value A.
 *
 * @returns undefined unless `0 < A < PRIME`; with a multiple of the prime, a client needs no password
 */
export function readClientPublic(hex: string): bigint | undefined {
  if (!/^[0-9a-f]{1,770}$/i.test(hex)) return undefined;
  const value = BigInt(`0x${hex}`);
  return value > 0n && value < PRIME ? value : undefined;
}

/** Makes B for A, and derives the session key at once, so that the exponent need not be stored. */
export async function agree(clientPublic: bigint, record: SrpRecord): Promise<SrpAgreement> {
  const verifier = BigInt(`0x${record.verifier}`);
  const exponent = fromBytes(randomBytes(EXPONENT_BYTES));
  const serverPublic = (MULTIPLIER * verifier + (await powerOf(GENERATOR, exponent))) % PRIME;
  const scramble = sha256(padded(clientPublic), padded(serverPublic));
  const scrambled = await powerOf(verifier, fromBytes(scramble));
  const shared = await powerOf((clientPublic * scrambled) % PRIME, exponent);
  const extracted = createHmac('sha256', padded(fromBytes(scramble)))
    .update(padded(shared))
    .digest();
  const sessionKey = createHmac('sha256', extracted).update(KEY_INFO).digest().subarray(0, KEY_BYTES);
  return { serverPublic: toHex(serverPublic), sessionKey };
}

/** A client's proof of the password. `signature` and `secretBlock` are base64. */
export interface PasswordClaim {
  readonly secretBlock: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** True if the claim was signed with the session key. It takes the same time for every wrong signature. */
export function provesPassword(sessionKey: Uint8Array, identity: SrpIdentity, claim: PasswordClaim): boolean {
  const expected = createHmac('sha256', sessionKey)
    .update(identity.realm)
    .update(identity.id)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  const given = Buffer.from(claim.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
