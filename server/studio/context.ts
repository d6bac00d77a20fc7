import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { InferOutput } from 'valibot';
import * as v from 'valibot';
import { type ApiContext, listenerOf } from '../api/context.ts';
import type { Feeds } from '../feeds/feeds.ts';
import type { FeedTables } from '../feeds/tables.ts';
import { ApiError } from '../http/validation.ts';
import type { ImportedFolder } from '../library/serve-folders.ts';
import type { FoundTranscript } from '../library/read/transcripts.ts';
import type { LibraryTables } from '../library/tables.ts';
import type { InvitationMails } from '../mail/index.ts';
import type { Managing } from '../members/manage-members.ts';
import type { MediaStore } from '../store/media-store.ts';
import type { order } from 'audio-streaming-wire/titles';
import type { MoveUpload } from './uploads.ts';
import { type Editor, findEditor } from '../members/listeners.ts';

/** The tables of all titles: those of the members, of the library, and of the podcasts. */
export type StudioDatabase = Kysely<LibraryTables & FeedTables>;

export interface StudioContext extends Omit<ApiContext, 'db'> {
  readonly db: StudioDatabase;
  readonly feeds: Feeds;
  readonly folders: readonly ImportedFolder[];
  readonly members: Managing['pool'];
  readonly invitations: InvitationMails;
  /** Imports all folders as soon as no other import runs. */
  readonly importAll: () => void;
  /** Where PDFs and uploads go. */
  readonly store: MediaStore;
  /** Puts a finished upload where imports find it. */
  readonly moveUpload: MoveUpload;
  /** Reads a transcript in a thread of its own. */
  readonly readTranscript: (bytes: Uint8Array, type: string, seconds: number) => Promise<FoundTranscript>;
  /** The folder of unfinished uploads. */
  readonly parts: string;
}

const editors = new WeakMap<FastifyRequest, Editor>();

/** A hook that sends 403 unless the caller is a publisher or an owner at this moment. */
export function requireRole({ db }: Pick<StudioContext, 'db'>) {
  return async (request: FastifyRequest): Promise<void> => {
    const editor = await findEditor(db, listenerOf(request));
    if (editor === undefined)
      throw new ApiError(403, 'not-allowed', 'The studio is for publishers and owners.');
    editors.set(request, editor);
  };
}

/** Only for routes behind `requireRole`. */
export function editorOf(request: FastifyRequest): Editor {
  const editor = editors.get(request);
  if (editor === undefined)
    throw new ApiError(403, 'not-allowed', 'The studio is for publishers and owners.');
  return editor;
}

/** A hook for what only owners may see and change (SES-87). */
export async function requireOwner(request: FastifyRequest): Promise<void> {
  if (editorOf(request).role === 'owner') return Promise.resolve();
  throw new ApiError(403, 'not-allowed', 'Only owners may see and change this.');
}

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
export type Order = InferOutput<typeof order>;

/**
 * @param ordered the entries whose position an editor has chosen, in their order. The others have none, and may move by
 *   themselves
 * @throws {ApiError} 412 if the editor saw these in another order
 */
export function requireSameOrder(
  seen: readonly string[] | undefined,
  ordered: readonly { readonly id: string }[],
): void {
  if (seen === undefined) return;
  const positionById = new Map(ordered.map(({ id }, at) => [id, at]));
  const positions = seen.map((id) => positionById.get(id)).filter((each) => each !== undefined);
  if (positions.every((each, at) => at === 0 || each > (positions[at - 1] ?? -1))) return;
  throw new ApiError(412, 'changed', 'Somebody else has changed the order meanwhile. It is loaded again.');
}

/** The same for calls that do not need a version. Null without the header: the change then replaces every other one. */
export const namedVersionOf = (request: FastifyRequest): number | null =>
  request.headers['if-match'] === undefined ? null : versionOf(request);

/**
 * Reads a body.
 *
 * @throws {ApiError} 422 with the first field that is refused
 */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const [field = 'body'] = (v.getDotPath(issue) ?? 'body').split('.');
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  throw refusedField(field, isUnknown ? 'is not known' : issue.message);
}

/** @param problem continues the name of the field, such as `must be a number` */
export const refusedField = (field: string, problem: string): ApiError =>
  new ApiError(422, 'invalid-field', `${field} ${problem}.`, field);
