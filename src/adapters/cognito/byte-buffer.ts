const BYTES_A_CALL = 8_192;

/**
 * As much of Node's `Buffer` as the sign-in library asks for: bytes out of text, hexadecimal or base 64 digits, and
 * back. The build puts it in the place of the `buffer` package, which is four times the size of all that is used.
 */
class ByteBuffer extends Uint8Array {
  /** Node's own semantics: digits that are none end what is read. */
  static override from(source: unknown, encoding?: unknown): ByteBuffer {
    if (typeof source !== 'string')
      return source instanceof Uint8Array ? new ByteBuffer(source) : new ByteBuffer();
    if (encoding === 'hex') return fromHex(source);
    if (encoding === 'base64') return fromBinary(atob(base64Of(source)));
    return new ByteBuffer(new TextEncoder().encode(source));
  }

  static concat(parts: readonly Uint8Array[]): ByteBuffer {
    const whole = new ByteBuffer(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  override toString(encoding?: string): string {
    if (encoding === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (encoding === 'base64') return btoa(this.binary());
    return new TextDecoder().decode(this);
  }

  private binary(): string {
    let binary = '';
    for (let at = 0; at < this.length; at += BYTES_A_CALL) {
      binary += String.fromCodePoint(...this.subarray(at, at + BYTES_A_CALL));
    }
    return binary;
  }
}

function fromHex(digits: string): ByteBuffer {
  const pairs = /^(?:[\da-f]{2})*/iu.exec(digits)?.[0] ?? '';
  return new ByteBuffer((pairs.match(/../gu) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

/** The URL-safe alphabet counts as well, and what is no digit is passed over. */
const base64Of = (text: string): string =>
  text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[^\d+/a-z]/giu, '');

const fromBinary = (binary: string): ByteBuffer =>
  new ByteBuffer(Array.from(binary, (sign) => sign.codePointAt(0) ?? 0));

export { ByteBuffer as Buffer };
