import { type FileBytes, RefusedFileError } from './bytes.ts';

/** The contents of a box of an MP4 file: type and position, without the header of the box. */
export interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Maximum size of a `moov` box, in bytes. This is enough for some hundred hours. A larger one is not read into
 * memory.
 */
const LARGEST_DESCRIPTION = 256 * 1024 * 1024;

/** Lists the top level boxes of a file. */
export function topBoxes(file: FileBytes): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= file.size;) {
    const box = readHead(file.at(at, 16), at, file.size);
    if (box === null) break;
    boxes.push(box);
    at = box.to;
  }
  return boxes;
}

/** Returns the contents of the `moov` box. */
export function readDescription(file: FileBytes, boxes: readonly Box[]): Buffer {
  const box = boxes.find(({ type }) => type === 'moov');
  if (box === undefined || box.to > file.size)
    throw new RefusedFileError('it is incomplete: its description is missing');
  if (box.to - box.from > LARGEST_DESCRIPTION) throw new RefusedFileError('its description is too large');
  return Buffer.from(file.at(box.from, box.to - box.from));
}

/** Lists the boxes in a range of a buffer. A box that is cut off ends the list. */
export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const box = readHead(bytes.subarray(at, at + 16), at, to);
    if (box === null || box.to > to) break;
    boxes.push(box);
    at = box.to;
  }
  return boxes;
}

/** Finds a nested box by the types of its ancestors and its own type. Takes the first box of each type. */
export function findBox(bytes: Buffer, path: readonly string[], from = 0, to = bytes.length): Box | null {
  let found: Box = { type: '', from, to };
  for (const type of path) {
    const next = boxesIn(bytes, found.from, found.to).find((box) => box.type === type);
    if (next === undefined) return null;
    found = next;
  }
  return found;
}

function readHead(head: Buffer, at: number, end: number): Box | null {
  if (head.length < 8) return null;
  const size = head.readUInt32BE(0);
  const type = head.toString('latin1', 4, 8);
  if (size === 0) return { type, from: at + 8, to: end };
  if (size === 1) {
    const large = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
    return large < 16 ? null : { type, from: at + 16, to: at + large };
  }
  return size < 8 ? null : { type, from: at + 8, to: at + size };
}

/** Makes a box. */
export function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + contents.reduce((sum, each) => sum + each.length, 0), 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...contents]);
}

/** Makes a box with a version and flags. */
export const fullBox = (type: string, versionAndFlags: number, ...contents: readonly Buffer[]): Buffer =>
  box(type, uint32(versionAndFlags), ...contents);

export const uint32 = (...values: readonly number[]): Buffer => uint32List(values);

/** Writes 32-bit numbers. A call can have fewer arguments than some lists have entries. */
export function uint32List(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, 4 * at));
  return bytes;
}
