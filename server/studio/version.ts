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

/** An order to store, and the order that the editor saw before, if it is known (STU-37). */
export interface Order {
  readonly ids: readonly string[];
  readonly seen?: readonly string[] | undefined;
}

/**
 * @param placed the entries whose place an editor has chosen, in their order. The others have none, and may move by
 *   themselves
 * @throws {ApiError} 412 if the editor saw these in another order
 */
export function requireSameOrder(
  seen: readonly string[] | undefined,
  placed: readonly { readonly id: string }[],
): void {
  if (seen === undefined) return;
  const place = new Map(placed.map(({ id }, at) => [id, at]));
  const places = seen.map((id) => place.get(id)).filter((each) => each !== undefined);
  if (places.every((each, at) => at === 0 || each > (places[at - 1] ?? -1))) return;
  throw new ApiError(412, 'changed', 'Somebody else has changed the order meanwhile. It is loaded again.');
}

/** The same for calls that do not need a version. Null without the header: the change then replaces every other one. */
export const namedVersionOf = (request: FastifyRequest): number | null =>
  request.headers['if-match'] === undefined ? null : versionOf(request);
