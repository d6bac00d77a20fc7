import { statfs } from 'node:fs/promises';
import { ApiError } from '../http/errors.ts';

/** Bytes that stay free, so that the database can still write. */
const RESERVE = 64 * 1024 * 1024;

export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

export const answerFullDisk = (): ApiError =>
  new ApiError(507, 'full-disk', 'The disk of the provider has too little space for this file.');

/** Whether a file of this size fits on the disk of a folder. A disk that does not say so fits everything. */
export async function hasSpace(folder: string, bytes: number): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found === null || found.bavail * found.bsize >= bytes + RESERVE;
}
