/** The content of a served file follows from its tag, so that a file of two halves is noticed. */
export const byteAt = (tag: string, at: number): number =>
  ((tag.codePointAt(0) ?? 0) + at * 31 + Math.floor(at / 251)) % 256;

/** The bytes of a served file from `start` to `end`. */
export const contentOf = (tag: string, start: number, end: number): Uint8Array =>
  Uint8Array.from({ length: Math.max(0, end - start) }, (_, offset) => byteAt(tag, start + offset));
