import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { MediaStore } from '../../store/media-store.ts';
import type { OpenSource } from './audio-folder.ts';

/** Bytes of the first request to the store, so that the sound starts soon, and of all later ones. */
const FIRST_WINDOW = 256 * 1024;
const WINDOW = 1024 * 1024;

/**
 * Opens a stored object. Its bytes are read in windows, so that a listener who pauses keeps no connection to the store.
 *
 * @returns null if there is no such object
 */
export async function openStored(store: MediaStore, key: string): Promise<OpenSource | null> {
  const object = await store.stat(key);
  if (object === null) return null;
  const { size, tag } = object;
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  let length = FIRST_WINDOW;
  return {
    size,
    version: `${size.toString(36)}-${createHash('sha256').update(tag).digest('hex').slice(0, 16)}`,
    async read(position, wanted) {
      if (position >= size) return Buffer.alloc(0);
      if (position < start || position >= start + bytes.length) {
        const range = { from: position, to: Math.min(size, position + length) };
        const stream = await store.read(key, range, tag);
        if (stream === null) throw new Error(`${key} has changed while it was read.`);
        bytes = await buffer(stream);
        start = position;
        length = WINDOW;
      }
      return bytes.subarray(position - start, position - start + wanted);
    },
    async close() {
      bytes = Buffer.alloc(0);
    },
  };
}
