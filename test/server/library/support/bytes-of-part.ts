import type { PartOfFile } from '../../../../server/library/read/sound.ts';

/** The bytes that the provider sends for a part of a file. */
export const bytesOfPart = (contents: Buffer, { header, pieces }: PartOfFile): Buffer =>
  Buffer.concat(pieces.map(({ of, from, to }) => (of === 'header' ? header : contents).subarray(from, to)));
