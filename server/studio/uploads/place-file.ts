import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';

const MOST_NUMBERS = 1000;

/**
 * Moves a file into a folder. A file that is there is never overwritten: if it has other contents, the new file gets a
 * number. If it has the same contents, the new file is not needed and is deleted.
 *
 * @param path the wanted path, relative to the folder
 */
export async function placeFile(file: string, folder: string, path: string): Promise<void> {
  const { dir, name, ext } = parse(join(folder, path));
  await mkdir(dir, { recursive: true });
  for (let number = 1; number <= MOST_NUMBERS; number += 1) {
    const target = join(dir, number === 1 ? `${name}${ext}` : `${name} (${number})${ext}`);
    if ((await moved(file, target)) || (await isSame(file, target))) {
      await rm(file, { force: true });
      return;
    }
  }
  throw new Error(`There are too many files with the name ${name}${ext} in ${dirname(path)}.`);
}

/** @returns false if there is something already */
async function moved(file: string, target: string): Promise<boolean> {
  try {
    // Fails if the target exists, while a rename would replace it.
    await link(file, target);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    // Some file systems have no links.
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK')) throw error;
  }
  try {
    await copyFile(file, target, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    await rm(target, { force: true });
    throw error;
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [own, found] = await Promise.all([stat(one), stat(other)]);
  if (!found.isFile() || own.size !== found.size) return false;
  const [hash, otherHash] = [await hashOf(one), await hashOf(other)];
  return hash === otherHash;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
