import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import * as responses from '../response-schemas.ts';
import { type ApiContext, bearerOf, refuseBeyond } from '../context.ts';
import type { FastifyRequest } from 'fastify';
import { email } from 'audio-streaming-wire/scalars';
import { id, idParams, limit, nextPage } from '../parameters.ts';
import { admitToRows, present } from '../listener-fields.ts';
import { arrangedItemPage, arranging } from '../arranged-lists.ts';
import { requireSubjects } from '../require-subject.ts';
import { addTranscripts, withTranscripts } from '../item-transcripts.ts';
import { items, NOTHING, type StoredItem } from '../../catalogue/item-queries.ts';
import { drawn, ofCategory } from '../../catalogue/shelves.ts';
import { callerOf, limitRate } from '../../http/rate-limit.ts';
import { translationAt } from '../../languages/page-language.ts';
import { type ApiServer, JsonText, notFound } from '../../http/validation.ts';
import { type ListenerRow, listenerOfRow, readListener, rowOfListener } from '../../members/listeners.ts';
import { addLoginAttempt, purgeLoginAttempts } from '../../members/audit.ts';
import { isSubscribed } from '../../members/membership.ts';
import { type Edition, editionsOf } from '../../catalogue/editions.ts';
import { bestOf, type TranscriptRow, transcriptsOfItem } from '../../catalogue/transcripts.ts';

const contentQuery = v.union(
  [
    v.object({ random: v.literal('1') }),
    v.object({ cid: id, tid: id, limit: limit('15'), next_page: nextPage, ...arranging }),
    v.object({ cid: id, limit: limit('50'), next_page: nextPage, ...arranging }),
  ],
  'must hold random=1, or cid with or without tid; limit and next_page are whole numbers',
);

const FINENESS = 2 ** 32;

/** One item, the items of a category with or without a topic, or a random item. */
export function contentRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.get(
    '/content/:id',
    {
      schema: { summary: 'One title', params: idParams, response: { 200: responses.item } },
      config: { admits: true },
    },
    async (request) => {
      const { id } = request.params;
      const { sub, owned, rows, also } = await admitToRows(
        request,
        () => items(db).where('items.id', '=', id),
        () => sql<{ editions: readonly Edition[]; transcripts: readonly TranscriptRow[] }>`json_build_object(
          'editions', ${editionsOf(id)}, 'transcripts', ${transcriptsOfItem(id)})`,
      );
      const [item] = addTranscripts(await present(context, sub, rows, owned), bestOf(also.transcripts));
      if (item === undefined) throw notFound('content');
      const { editions } = also;
      if (editions.length < 2) return item;
      return new JsonText(`${item.text.slice(0, -1)},"editions":${JSON.stringify(editions)}}`);
    },
  );

  server.get(
    '/content',
    {
      schema: {
        summary: 'The titles of a category, of a category and a topic, or one random title',
        querystring: contentQuery,
        response: { 200: responses.contentResponse },
      },
      config: { admits: true },
    },
    async (request) => {
      const { query } = request;
      if ('random' in query) {
        const { sub, owned, also } = await admitToRows(
          request,
          () => NOTHING,
          (own) => sql<ListenerRow | null>`(select row_to_json(each) from (${rowOfListener(own)}) each)`,
        );
        const now = clock.now();
        const listener = also === null ? await readListener(context, sub) : listenerOfRow(also, now);
        const row = await draw(!isSubscribed(listener, now), now);
        const [item] = await withTranscripts(db, await present(context, sub, [row], owned));
        if (item === undefined) throw notFound('content');
        return item;
      }
      const found = await arrangedItemPage(context, request, query, (_sub, part) =>
        ofCategory(db, query, part),
      );
      if (found.results.length === 0) {
        await requireSubjects(db, [
          ['categories', query.cid],
          ...('tid' in query ? [['topics', query.tid] as const] : []),
        ]);
      }
      return found;
    },
  );

  /** A random item that can be heard now; one of the free items for a listener without a membership. */
  async function draw(free: boolean, now: number): Promise<StoredItem> {
    const from = randomInt(FINENESS) / FINENESS;
    const found =
      (await drawn(db, { from, now, free }).executeTakeFirst()) ??
      // No item follows the random point: continue from the start.
      (await drawn(db, { from: 0, now, free }).executeTakeFirst());
    if (found === undefined) throw notFound('content');
    return found;
  }
}

/** Requests of one network address in a second. More than its listeners need, and too few to fill a table. */
const ATTEMPTS_PER_SECOND = 5;
const ATTEMPTS_BETWEEN_PURGES = 500;

/** The two calls that need no session. */
export function signedOutRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock, pool } = context;

  // An unknown address gets the same response, so that nobody learns who has an account.
  server.post(
    '/user/forgot_password',
    {
      schema: {
        summary: 'Sends a code to reset the password',
        body: v.object({ email }),
        response: { 200: responses.done },
      },
    },
    async (request) => {
      const { language } = translationAt(request);
      await pool.sendForgotPasswordCode(request.body.email, callerOf(request.ip), language);
      return { ok: true };
    },
  );

  /** The address of the account whose session came with the request, if any. */
  const emailOfSession = async ({ headers }: FastifyRequest): Promise<string | undefined> => {
    const token = bearerOf(headers.authorization);
    const session = token === undefined ? undefined : await pool.verifyAccessToken(token);
    return session?.ok === true ? pool.getVerifiedEmail(session.sub) : undefined;
  };
  const attempt = v.object({ email, success: v.boolean() });
  const onRequest = refuseBeyond(limitRate(context.requestCounts, 'login-attempts', ATTEMPTS_PER_SECOND));
  const reportFailure = (error: unknown): void => context.log(`login attempts: ${String(error)}`);
  let sincePurge = 0;
  server.addHook('onReady', () => purgeLoginAttempts(db, clock.now()).catch(reportFailure));
  server.post(
    '/user/login_attempts',
    {
      schema: { summary: 'Records an attempt to sign in', body: attempt, response: { 200: responses.done } },
      onRequest,
    },
    async (request) => {
      const { email: address, success } = request.body;
      const reported = address.toLowerCase();
      const isOwn = (await emailOfSession(request))?.toLowerCase() === reported;
      await addLoginAttempt(db, { email: reported, success, isOwn }, clock.now());
      sincePurge += 1;
      if (sincePurge >= ATTEMPTS_BETWEEN_PURGES) {
        sincePurge = 0;
        await purgeLoginAttempts(db, clock.now());
      }
      return { ok: true };
    },
  );
}
