import * as v from 'valibot';
import { idParams } from '../../api/fields.ts';
import { listenerOf } from '../../api/session.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { StudioContext } from '../context.ts';
import {
  addCollection,
  deleteCollection,
  listCollections,
  orderCollections,
  setMembers,
} from '../edit-collection.ts';
import { titleDetail } from '../edit-title.ts';
import { description, memberIds, order, readBody, title } from '../fields.ts';
import { versionOf } from '../version.ts';

const newCollection = v.strictObject({ title, description: v.optional(description, ''), members: memberIds });
const members = v.strictObject({ members: memberIds });

/** The collections that publishers make. */
export function collectionRoutes(server: ApiServer, studio: StudioContext): void {
  const { db, clock } = studio;
  server.get('/collections', async () => ({ collections: await listCollections(db) }));

  server.post('/collections', async (request, reply) => {
    const id = await addCollection(db, readBody(newCollection, request.body), clock.now());
    return reply.code(201).send(await titleDetail(studio, id));
  });

  server.put('/collections/:id/members', { schema: { params: idParams } }, async (request) => {
    const version = versionOf(request);
    const { id } = request.params;
    const editor = listenerOf(request);
    const body = readBody(members, request.body);
    await setMembers(db, { id, version, editor, now: clock.now() }, body.members);
    return titleDetail(studio, id);
  });

  server.put('/collections/order', async (request) => {
    await orderCollections(db, readBody(order, request.body));
    return { ok: true };
  });

  server.delete('/collections/:id', { schema: { params: idParams } }, async (request, reply) => {
    await deleteCollection(db, request.params.id);
    return reply.code(204).send();
  });
}
