import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/errors.ts';

/**
 * The version that the caller saw, from `If-Match`.
 *
 * @throws {ApiError} 428 without the header, 412 for a value that no version has
 */
export function versionOf(request: FastifyRequest): number {
  const header = request.headers['if-match'];
  if (header === undefined) {
    throw new ApiError(428, 'version-required', 'The header If-Match must name the version of the title.');
  }
  const version = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/u.exec(header)?.[1];
  if (version === undefined) {
    throw new ApiError(412, 'changed', 'If-Match names no version of this title. Load it again.');
  }
  return Number(version);
}

/** The same for calls that do not need a version. Null without the header: the change then replaces every other one. */
export const namedVersionOf = (request: FastifyRequest): number | null =>
  request.headers['if-match'] === undefined ? null : versionOf(request);
