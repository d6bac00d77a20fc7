import * as v from 'valibot';
import { id } from '../../api/fields.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { StudioContext } from '../context.ts';
import { listSubjects, renameSubject, setSubjectOrder } from '../edit-subjects.ts';
import { order, readBody, subjectName } from '../fields.ts';

const table = v.picklist(['authors', 'categories', 'topics']);
const name = v.strictObject({ name: subjectName });

/** Authors, categories and topics: their names and their order. */
export function subjectRoutes(server: ApiServer, { db }: StudioContext): void {
  server.get('/subjects/:table', { schema: { params: v.object({ table }) } }, async (request) => ({
    subjects: await listSubjects(db, request.params.table),
  }));

  server.patch('/subjects/:table/:id', { schema: { params: v.object({ table, id }) } }, async (request) => {
    const { params } = request;
    await renameSubject(db, params.table, params.id, readBody(name, request.body).name);
    return { ok: true };
  });

  server.put('/subjects/:table/order', { schema: { params: v.object({ table }) } }, async (request) => {
    await setSubjectOrder(db, request.params.table, readBody(order, request.body));
    return { ok: true };
  });
}
