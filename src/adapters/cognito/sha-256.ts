import { RawSha256 } from '@aws-crypto/sha256-js/build/RawSha256.js';

const BLOCK_BYTES = 64;

const digestOf = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = new RawSha256();
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A key of a whole block, with zeros behind what there is. */
const filledUp = (key: Uint8Array): Uint8Array => {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key);
  return block;
};

const mixed = (key: Uint8Array, pad: number): Uint8Array => key.map((byte) => byte ^ pad);

/**
 * SHA-256, and HMAC where a key is given (RFC 2104), as the sign-in library asks for them: the arithmetic is that of
 * the package which the library names, and the build leaves out what the package has around it for other platforms.
 */
export class Sha256 {
  private readonly parts: Uint8Array[] = [];
  private readonly key: Uint8Array | null;

  constructor(key?: Uint8Array) {
    this.key = key === undefined ? null : filledUp(key.length > BLOCK_BYTES ? digestOf(key) : key);
  }

  /** @param part bytes, or text, whose bytes are those of UTF-8 */
  update(part: Uint8Array | string): void {
    this.parts.push(typeof part === 'string' ? new TextEncoder().encode(part) : part);
  }

  digestSync(): Uint8Array {
    const { key, parts } = this;
    return key === null
      ? digestOf(...parts)
      : digestOf(mixed(key, 0x5c), digestOf(mixed(key, 0x36), ...parts));
  }
}
