/** The content of a served file is computed from its tag. So a file with halves of two versions is noticed. */
export const byteAt = (tag: string, at: number): number =>
  ((tag.codePointAt(0) ?? 0) + at * 31 + Math.floor(at / 251)) % 256;

/** The bytes of a served file from `start` to `end`. */
export const contentOf = (tag: string, start: number, end: number): Uint8Array =>
  Uint8Array.from({ length: Math.max(0, end - start) }, (_, offset) => byteAt(tag, start + offset));
