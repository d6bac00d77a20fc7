import * as v from 'valibot';
import type { ApiServer } from '../../http/validation.ts';
import { readRefused, readStatement } from '../../members/statements.ts';
import type { StudioContext } from '../context.ts';
import { iso } from '../find-titles.ts';
import { requireOwner } from '../role.ts';

const month = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u, 'must be a month such as 2027-01'),
  v.transform((text) => Date.parse(`${text}-01T00:00:00Z`)),
);
const query = v.object({ from: month, to: month });

/** Listened time by month, author and title: what authors are owed. Only owners may read it (STU-36). */
export function statementRoutes(server: ApiServer, { db }: StudioContext): void {
  server.get('/statements', { schema: { querystring: query }, onRequest: requireOwner }, async (request) => {
    const { from, to } = request.query;
    const end = new Date(to);
    const span = { from, till: Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1) };
    const [lines, refused] = await Promise.all([readStatement(db, span), readRefused(db, span)]);
    return {
      lines,
      refused: refused.map(({ newest_at, ...rest }) => ({ ...rest, newest_at: iso(newest_at) })),
    };
  });
}
