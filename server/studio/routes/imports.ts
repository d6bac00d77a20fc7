import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { idParams } from '../../api/fields.ts';
import { notFound } from '../../http/errors.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { OwnTables } from '../../library/tables.ts';
import type { StudioContext } from '../context.ts';
import { iso } from '../find-titles.ts';

const COLUMNS = [
  'id',
  'folder',
  'started_at',
  'ended_at',
  'outcome',
  'message',
  'read_files',
  'total_files',
  'added',
  'changed',
  'missing',
  'returned',
  'refused',
  'notes',
] as const;

const MOST_SHOWN = 50;

/** The imports of the folders, and their reports. */
export function importRoutes(server: ApiServer, { db, folders, importAll }: StudioContext): void {
  server.get('/imports', async () => {
    const rows = await db
      .selectFrom('library_imports')
      .select(COLUMNS)
      .where((where) => where.or([where('is_news', '=', true), where('outcome', '=', 'running')]))
      .orderBy(sql`outcome = 'running'`, 'desc')
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .limit(MOST_SHOWN)
      .execute();
    return { folders, imports: rows.map(wireImport) };
  });

  server.get('/imports/:id', { schema: { params: idParams } }, async (request) => {
    const row = await db
      .selectFrom('library_imports')
      .select([...COLUMNS, 'lines', 'left_out'])
      .where('id', '=', request.params.id)
      .executeTakeFirst();
    if (row === undefined) throw notFound('import');
    return { ...wireImport(row), lines: row.lines, left_out: row.left_out };
  });

  server.post('/imports', async (_request, reply) => {
    importAll();
    return reply.code(202).send({ ok: true });
  });
}

function wireImport(row: Pick<Selectable<OwnTables['library_imports']>, (typeof COLUMNS)[number]>) {
  const { id, folder, started_at, ended_at, outcome, message, read_files, total_files } = row;
  const { added, changed, missing, returned, refused, notes } = row;
  return {
    id,
    folder,
    started_at: iso(started_at),
    ended_at: iso(ended_at),
    outcome,
    message,
    progress: outcome === 'running' ? { read: read_files, total: total_files } : null,
    counts: { added, changed, missing, returned, refused, notes },
  };
}
