import { constants } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';

/**
 * Gives a file a second path, and never replaces what is there. Some file systems have no links. Then the file is copied.
 *
 * @returns false if there is something already
 */
export async function linkedOrCopied(file: string, target: string): Promise<boolean> {
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

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
