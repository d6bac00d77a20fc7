/**
 * As much of the sign-in library's `WordArray` as it asks for: bytes that nobody can guess, in hexadecimal digits. The
 * build puts it in the place of the library's file, which looks for the source of them on every platform there ever
 * was, Node's modules included.
 */
// oxlint-disable-next-line import/no-default-export
export default class RandomBytes {
  constructor(private readonly bytes = new Uint8Array()) {}

  random(length: number): RandomBytes {
    return new RandomBytes(crypto.getRandomValues(new Uint8Array(length)));
  }

  toString(): string {
    return Array.from(this.bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}
