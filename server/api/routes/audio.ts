import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import * as v from 'valibot';
import * as responses from '../response-schemas.ts';
import { admit, type ApiContext, listenerOf } from '../context.ts';
import { id, limit, milliseconds, nextPage, text } from '../parameters.ts';
import { admitToRows, itemPage } from '../listener-fields.ts';
import { addTranscripts } from '../item-transcripts.ts';
import { bestOf, type TranscriptRow, transcriptsOfParts } from '../../catalogue/transcripts.ts';
import { cut, type Page, type PageParameters } from '../../catalogue/pages.ts';
import { contentTypeOf } from '../../catalogue/find-item.ts';
import { childrenOf } from '../../catalogue/shelves.ts';
import type { ContentType } from '../../catalogue/types.ts';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import { ApiError, type ApiServer, type JsonText, notFound } from '../../http/validation.ts';
import { findMediaSource } from '../../media/source.ts';
import { isRefused, readAccess, saveFreeListening } from '../../members/entitlement.ts';
import { type ListenerRow, rowOfListener } from '../../members/listeners.ts';
import { addRoyalties, saveOpened } from '../../members/royalties.ts';
import { age } from './playback.ts';
import { parseMediaPath } from '../../media/media-path.ts';

const tokenizeQuery = v.object({ url: v.pipe(text, v.minLength(1), v.maxLength(2000)) });

const royalties = v.pipe(
  v.array(v.object({ content_id: id, duration: v.pipe(milliseconds, v.minValue(1)), age })),
  v.minLength(1),
  v.maxLength(1000),
);

const REFUSALS = {
  none: { code: 'membership-required', message: 'This is for members, or for those who bought it.' },
  closed: { code: 'outside-window', message: 'This is not available at this time.' },
} as const;

/** The base for reading a relative address. */
const OWN = 'http://own.invalid';

/** Gives out media addresses (ENT-44) and receives royalties. */
export function audioRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock, addresses } = context;

  server.get(
    '/audio/tokenize',
    {
      schema: {
        summary: 'An address at which a sound, a PDF or a transcript can be fetched for some minutes',
        querystring: tokenizeQuery,
        response: { 200: responses.tokenized },
      },
      config: { admits: true },
    },
    async (request) => {
      const { sub, also: listener } = await admit(
        request,
        (own) => sql<ListenerRow | null>`(select row_to_json(each) from (${rowOfListener(own)}) each)`,
      );
      const { path, prefix } = ownMedia(request.query.url, [
        request.host,
        new URL(request.publicOrigin).host,
      ]);
      const medium = await findMediaSource(db, path);
      if (medium === null || medium.kind === 'cover') throw notFound('medium');
      const access = await readAccess(context, sub, medium, listener);
      if (isRefused(access)) {
        const { code, message } = REFUSALS[access];
        throw new ApiError(403, code, message);
      }
      if (medium.kind === 'audio') {
        const now = clock.now();
        if (access === 'window' || access === 'started') {
          await saveFreeListening(db, { sub, itemId: medium.id, now });
        }
        await saveOpened(db, sub, medium.id, now);
      }
      return { tokenized_url: prefix + addresses.sign(path, sub) };
    },
  );

  server.post(
    '/audio/reporting',
    {
      schema: {
        summary: 'Reports the time that was listened, for royalties',
        body: royalties,
        response: { 200: responses.done },
      },
    },
    async (request) => {
      try {
        await addRoyalties(db, listenerOf(request), request.body, clock.now());
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || !error.mayBeStored) throw error;
        // A client repeats a royalty after a 503, and it would count twice. After a 504 it does not (PROG-32).
        throw new ApiError(504, 'outcome-unknown', 'It is not known whether the report was stored.');
      }
      return { ok: true };
    },
  );
}

/**
 * Reads the address of a medium as items name it.
 *
 * @param hosts the names and ports under which the provider is reached
 * @returns its path, and the part before the path: empty, or the provider's origin
 * @throws {ApiError} 400 for another origin, or for a medium that needs no token
 */
function ownMedia(url: string, hosts: readonly string[]): { path: string; prefix: string } {
  const refusal = new ApiError(
    400,
    'foreign-url',
    'url: must be the address of an audio, a PDF or a transcript on this provider',
  );
  if (!URL.canParse(url, OWN)) throw refusal;
  const parsed = new URL(url, OWN);
  const isRelative = parsed.origin === OWN && url.startsWith('/');
  const isOwn = /^https?:$/.test(parsed.protocol) && hosts.includes(parsed.host);
  const kind = parseMediaPath(parsed.pathname)?.kind;
  if (!(isRelative || isOwn) || kind === undefined || kind === 'cover') throw refusal;
  return { path: parsed.pathname, prefix: isOwn ? parsed.origin : '' };
}

const PODCAST = 3;
const COLLECTION = 5;

/** The tracks of a collection and the episodes of a podcast, in their order. */
export function partRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;

  const tracksQuery = v.object({ cid: id, limit: limit('1000'), next_page: nextPage });
  server.get(
    '/curated-collection-tracks',
    {
      schema: {
        summary: 'The tracks of a collection',
        querystring: tracksQuery,
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    (request) => parts(request, request.query.cid, { type: COLLECTION, what: 'collection' }),
  );

  const episodesQuery = v.object({ pid: id, limit: limit('50'), next_page: nextPage });
  server.get(
    '/podcast-episodes',
    {
      schema: {
        summary: 'The episodes of a podcast',
        querystring: episodesQuery,
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    (request) => parts(request, request.query.pid, { type: PODCAST, what: 'podcast' }),
  );

  /** A page of the parts of a title. They are played from this list, so it has their transcripts. */
  async function parts(
    request: FastifyRequest & { readonly query: PageParameters },
    parentId: string,
    parent: { readonly type: ContentType; readonly what: string },
  ): Promise<Page<JsonText>> {
    const { query } = request;
    const children = cut(childrenOf(db, parentId), query);
    const { sub, rows, owned, also } = await admitToRows(
      request,
      () => children,
      () => sql<{ type: ContentType | null; transcripts: readonly TranscriptRow[] }>`json_build_object(
        'type', ${contentTypeOf(parentId)}, 'transcripts', ${transcriptsOfParts(children)})`,
    );
    if (also.type !== parent.type) throw notFound(parent.what);
    const page = await itemPage(context, sub, rows, query, owned);
    return { ...page, results: addTranscripts(page.results, bestOf(also.transcripts)) };
  }
}
