import { createDiffieHellman, getDiffieHellman } from 'node:crypto';

/** The 3072-bit group of RFC 3526 (group 15), which the sign-in service's SRP uses. */
const primeBytes = getDiffieHellman('modp15').getPrime();

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
 * `base ** exponent mod PRIME`, computed by OpenSSL as a Diffie-Hellman agreement. It takes 1 to 2 ms; with BigInt it
 * would take 6 to 25 ms.
 *
 * @throws {RangeError} for the bases 0, 1 and PRIME - 1, whose powers are not secret
 */
export function modPow(base: bigint, exponent: bigint): bigint {
  if (base <= 1n || base >= PRIME - 1n) throw new RangeError('The base lies outside the group.');
  const agreement = createDiffieHellman(primeBytes, Number(GENERATOR));
  agreement.setPrivateKey(Buffer.from(toHex(exponent), 'hex'));
  return fromBytes(agreement.computeSecret(Buffer.from(toHex(base), 'hex')));
}
