import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join, parse, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClaimedKeys } from '../../store/claimed-keys.ts';
import { linkedOrCopied } from '../../store/file-store.ts';
import { type MediaStore, StoreUnavailableError } from '../../store/media-store.ts';
import { inSyncedFolder, syncFile } from '../../synced-files.ts';

const MOST_NUMBERS = 1000;

/** Moves a file to a path of the uploads. The store may be a folder, or the store of the media. */
export type PlaceUpload = (file: string, path: string) => Promise<void>;

/**
 * Moves a file into a folder. A file that is there is never overwritten: if it has other contents, the new file gets a
 * number. If it has the same contents, the new file is not needed and is deleted.
 *
 * @param path the wanted path, relative to the folder
 */
export async function placeFile(file: string, folder: string, path: string): Promise<void> {
  await syncFile(file);
  await inSyncedFolder(dirname(join(folder, path)), async () => {
    for (const free of numbered(path)) {
      const target = join(folder, free);
      if ((await linkedOrCopied(file, target)) || (await isSame(file, target))) return;
    }
    throw tooMany(path);
  });
  await rm(file, { force: true });
}

/**
 * Moves a file into the store, by the same rules as `placeFile`. It waits while another process stores a file with the
 * same name.
 *
 * @param prefix the keys of the uploads begin with it, and with a slash after it
 * @throws {StoreUnavailableError} if the store cannot be used; the file then stays where it is
 */
export async function storeFile(
  file: string,
  store: MediaStore,
  claims: ClaimedKeys,
  prefix: string,
  path: string,
): Promise<void> {
  for (const free of numbered(path)) {
    const key = `${prefix}/${free}`;
    const isThere = await claims.alone(store.name, key, () => storeAt(file, store, key));
    // The file is stored later. With another name, the same file could be stored twice.
    if (isThere === null) throw new StoreUnavailableError('failed', `another process stores ${key} now`);
    if (isThere) {
      await rm(file, { force: true });
      return;
    }
  }
  throw tooMany(path);
}

/** @returns false if there is another object with this key */
async function storeAt(file: string, store: MediaStore, key: string): Promise<boolean> {
  const stored = await store.create(key, createReadStream(file));
  if (stored !== null && stored.size !== (await stat(file)).size) {
    await store.delete(key);
    throw new StoreUnavailableError('failed', `${store.name} stored a part of ${key} only`);
  }
  return stored !== null || isStored(file, store, key);
}

/** The wanted path, and then the same path with numbers. */
function* numbered(path: string): Generator<string, void, undefined> {
  yield path;
  const { dir, name, ext } = parse(path);
  for (let number = 2; number <= MOST_NUMBERS; number += 1)
    yield posix.join(dir, `${name} (${number})${ext}`);
}

const tooMany = (path: string): Error => new Error(`There are too many files with the name of ${path}.`);

async function isStored(file: string, store: MediaStore, key: string): Promise<boolean> {
  const [own, found] = [await stat(file), await store.stat(key)];
  if (found === null || own.size !== found.size) return false;
  const bytes = await store.read(key, undefined, found.tag);
  return bytes !== null && (await hashOf(bytes)) === (await hashOf(createReadStream(file)));
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [own, found] = await Promise.all([stat(one), stat(other)]);
  if (!found.isFile() || own.size !== found.size) return false;
  const [hash, otherHash] = [await hashOf(createReadStream(one)), await hashOf(createReadStream(other))];
  return hash === otherHash;
}

async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}
