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

/** The name under which an edit is stored. */
export const signatureOf = ({ name, email }: Editor): string => (name.trim() === '' ? email : name);
