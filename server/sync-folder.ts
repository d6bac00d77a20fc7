import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Puts the names of the files in a folder on the disk, so that a power cut leaves them there. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
