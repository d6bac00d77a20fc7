import * as v from 'valibot';
import type { PartOfFile } from '../read/sound.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const index = v.array(
  v.object({
    header: count,
    pieces: v.array(v.object({ of: v.picklist(['header', 'file']), from: count, to: count })),
  }),
);

/** Packs parts into bytes: the length of the index in four bytes, the index as JSON, and all headers. */
export function packParts(parts: readonly PartOfFile[]): Buffer {
  const entries = parts.map(({ header, pieces }) => ({ header: header.length, pieces }));
  const text = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...parts.map(({ header }) => header)]);
}

/** @throws for bytes that are not packed parts */
export function unpackParts(bytes: Buffer): readonly PartOfFile[] {
  const end = 4 + bytes.readUInt32BE();
  const entries = v.parse(index, JSON.parse(bytes.subarray(4, end).toString()));
  let at = end;
  return entries.map(({ header: length, pieces }) => {
    const header = bytes.subarray(at, at + length);
    at += length;
    return { header, pieces };
  });
}
