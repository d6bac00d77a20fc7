import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  getDiffieHellman,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { powerOf } from './power-threads.ts';

/** The 3072-bit group of RFC 3526 (group 15), which the sign-in service's SRP uses. */
const primeBytes = getDiffieHellman('modp15').getPrime();
const primeText = primeBytes.toString('base64url');

export const PRIME = BigInt(`0x${primeBytes.toString('hex')}`);
export const GENERATOR = 2n;

/** Reads a big-endian number; `bytes` must not be empty. */
export const fromBytes = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** The shortest even-length hexadecimal form of a number that is not negative. */
export function toHex(value: bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/**
 * The bytes that SRP hashes for a number: big-endian two's complement. So a number whose top bit is set gets a leading
 * zero byte.
 */
export function padded(value: bigint): Buffer {
  const bytes = Buffer.from(toHex(value), 'hex');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
}

/**
 * `base ** exponent mod PRIME`, computed by OpenSSL as RSA without padding. It takes 2 to 3 ms; with BigInt it would take
 * 6 to 25 ms. As a Diffie-Hellman agreement, Node 22 refuses half of the bases, and Node 26 first proves for seconds that
 * PRIME is one.
 *
 * @throws {RangeError} for the bases 0, 1 and PRIME - 1, whose powers are not secret
 */
export function modPow(base: bigint, exponent: bigint): bigint {
  if (base <= 1n || base >= PRIME - 1n) throw new RangeError('The base lies outside the group.');
  // The order of the group divides PRIME - 1, and OpenSSL takes no exponent above the modulus.
  const e = Buffer.from(toHex(exponent % (PRIME - 1n)), 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'RSA', n: primeText, e }, format: 'jwk' });
  const block = Buffer.from(base.toString(16).padStart(2 * primeBytes.length, '0'), 'hex');
  return fromBytes(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block));
}

/** Whose password is proved: pool name and user id, or group key and device key of a device. */
export interface SrpIdentity {
  readonly realm: string;
  readonly id: string;
}

/** What the server stores instead of a password. Both are hexadecimal numbers. */
export interface SrpRecord {
  readonly salt: string;
  readonly verifier: string;
}

const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

async function verifierOf(identity: SrpIdentity, password: string, salt: bigint): Promise<string> {
  const secret = sha256(identity.realm, identity.id, ':', password);
  return toHex(await powerOf(GENERATOR, fromBytes(sha256(padded(salt), secret))));
}

/** Makes the record of a new password, with a new salt. It is stored in one form of Unicode (SES-108). */
export async function recordPassword(identity: SrpIdentity, password: string): Promise<SrpRecord> {
  const salt = fromBytes(randomBytes(16));
  return { salt: toHex(salt), verifier: await verifierOf(identity, password.normalize('NFC'), salt) };
}

/** True if a password that was sent in clear text, in any form of Unicode, is the recorded one (SES-108). */
export async function matchesPassword(
  identity: SrpIdentity,
  password: string,
  record: SrpRecord,
): Promise<boolean> {
  const claimed = sha256(await verifierOf(identity, password.normalize('NFC'), BigInt(`0x${record.salt}`)));
  return timingSafeEqual(claimed, sha256(record.verifier));
}

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
