import type { FastifyRequest } from 'fastify';
import { listenerOf } from '../api/session.ts';
import { ApiError } from '../http/errors.ts';
import type { Role } from '../members/tables.ts';
import type { StudioContext } from './context.ts';

/** Who calls the studio. */
export interface Editor {
  readonly email: string;
  readonly name: string;
  readonly role: Exclude<Role, 'listener'>;
}

const editors = new WeakMap<FastifyRequest, Editor>();

/** A hook that answers 403 unless the caller is a publisher or an owner at this moment. */
export function requireRole({ db }: Pick<StudioContext, 'db'>) {
  return async (request: FastifyRequest): Promise<void> => {
    const row = await db
      .selectFrom('listeners')
      .select(['email', 'full_name', 'role'])
      .where('sub', '=', listenerOf(request))
      .executeTakeFirst();
    if (row === undefined || row.role === 'listener') {
      throw new ApiError(403, 'not-allowed', 'The studio is for publishers and owners.');
    }
    editors.set(request, { email: row.email, name: row.full_name, role: row.role });
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
