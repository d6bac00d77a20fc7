import { ApiError } from '../http/errors.ts';

export const isFullDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

export const answerFullDisk = (): ApiError =>
  new ApiError(507, 'full-disk', 'The disk of the provider has too little space for this file.');
