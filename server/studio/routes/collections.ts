import * as v from 'valibot';
import { listenerOf } from '../../api/context.ts';
import { id, idParams } from '../../api/parameters.ts';
import type { ApiServer } from '../../http/validation.ts';
import { readRefused, readStatement } from '../../members/statements.ts';
import {
  areDownloadsPaid,
  readDownloadPay,
  readDownloads,
  setDownloadsPaid,
} from '../../private-feeds/usage.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
import { newDownloadPay, type statement } from 'audio-streaming-wire/people';
import type { Sent } from 'audio-streaming-wire/scalars';
import {
  collectionMembers,
  type collectionNames,
  merge,
  newCollection,
  newName,
  order,
  type subjects,
} from 'audio-streaming-wire/titles';
import { requireOwner, type StudioContext, versionOf, readBody } from '../context.ts';
import { listCollections } from '../../catalogue/publish/collection-rows.ts';
import { addCollection, deleteCollection, orderCollections, setMembers } from '../edit-collection.ts';
import { listSubjects, mergeSubjects, renameSubject, setSubjectOrder } from '../edit-subjects.ts';
import { titleDetail } from '../edit-title.ts';
import { iso } from '../find-titles.ts';
import { SUBJECT_TABLES } from '../../catalogue/subject-kinds.ts';

export function collectionRoutes(server: ApiServer, studio: StudioContext): void {
  const { db, clock } = studio;
  server.get('/collections', async (): Promise<Sent<typeof collectionNames>> => ({
    collections: await listCollections(db),
  }));

  server.post('/collections', async (request, reply) => {
    const id = await addCollection(db, readBody(newCollection, request.body), clock.now());
    return reply.code(201).send(await titleDetail(studio, id));
  });

  server.put('/collections/:id/members', { schema: { params: idParams } }, async (request) => {
    const version = versionOf(request);
    const { id } = request.params;
    const editor = listenerOf(request);
    const body = readBody(collectionMembers, request.body);
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

const table = v.picklist(SUBJECT_TABLES);
const merged = v.picklist(['series', 'narrators']);

/** Authors, categories, topics, series and narrators: their names and their order. */
export function subjectRoutes(server: ApiServer, { db }: StudioContext): void {
  server.get(
    '/subjects/:table',
    { schema: { params: v.object({ table }) } },
    async (request): Promise<Sent<typeof subjects>> => ({
      subjects: await listSubjects(db, request.params.table),
    }),
  );

  server.patch('/subjects/:table/:id', { schema: { params: v.object({ table, id }) } }, async (request) => {
    const { params } = request;
    await renameSubject(db, params.table, params.id, readBody(newName, request.body).name);
    return { ok: true };
  });

  server.post(
    '/subjects/:table/:id/merge',
    { schema: { params: v.object({ table: merged, id }) } },
    async (request) => {
      const { params } = request;
      await mergeSubjects(db, params.table, params.id, readBody(merge, request.body).into);
      return { ok: true };
    },
  );

  server.put('/subjects/:table/order', { schema: { params: v.object({ table }) } }, async (request) => {
    await setSubjectOrder(db, request.params.table, readBody(order, request.body));
    return { ok: true };
  });
}

const month = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u, 'must be a month such as 2027-01'),
  v.transform((text) => Date.parse(`${text}-01T00:00:00Z`)),
);
const query = v.object({ from: month, to: month });

/** Listened time by month, author and title: what authors are owed. Only owners may read it (STU-36). */
export function statementRoutes(server: ApiServer, { db, clock }: StudioContext): void {
  const feeds = db.withTables<PrivateFeedTables>();
  server.get(
    '/statements',
    { schema: { querystring: query }, onRequest: requireOwner },
    async (request): Promise<Sent<typeof statement>> => {
      const { from, to } = request.query;
      const end = new Date(to);
      const span = { from, till: Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1) };
      const [lines, refused, titles, isPaid, credited] = await Promise.all([
        readStatement(db, span),
        readRefused(db, span),
        readDownloads(feeds, span),
        areDownloadsPaid(feeds),
        readDownloadPay(feeds, span),
      ]);
      return {
        lines: [...lines],
        downloads: { titles: [...titles], is_paid: isPaid, lines: [...credited] },
        refused: refused.map((each) => ({ ...each, newest_at: iso(each.newest_at) })),
      };
    },
  );

  server.put('/statements/downloads', { onRequest: requireOwner }, async (request) => {
    const by = { kind: 'member', sub: listenerOf(request) } as const;
    await setDownloadsPaid({ db, by, clock }, readBody(newDownloadPay, request.body).is_paid);
    return { ok: true };
  });
}
