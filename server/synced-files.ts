import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

// Nobody is told that a file is stored before a power cut leaves it there: its bytes are on the disk before it gets its
// name, and the names of it and of its folders after that.

/** Puts the names of the files in a folder on the disk. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Puts the bytes of a file on the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Makes a folder, and puts its names on the disk after an action.
 *
 * @param act gives a file, whose bytes are on the disk, a name in the folder
 */
export async function inSyncedFolder<Result>(folder: string, act: () => Promise<Result>): Promise<Result> {
  const made = await mkdir(folder, { recursive: true });
  const result = await act();
  for (let each = folder; ; each = dirname(each)) {
    syncFolder(each);
    if (made === undefined || each === dirname(made)) return result;
  }
}
