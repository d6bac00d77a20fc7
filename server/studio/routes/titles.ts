import type { FastifyRequest } from 'fastify';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { listenerOf } from '../../api/context.ts';
import { idParams, text } from '../../api/parameters.ts';
import { readEdits, lockCatalogue } from '../../catalogue/publish/edits.ts';
import { languageTag } from '../../library/read/names.ts';
import { LARGEST_TRANSCRIPT } from 'audio-streaming-wire/sizes';
import { ApiError, type ApiServer, notFound } from '../../http/validation.ts';
import { mayBeSlow } from '../../http/slow-bodies.ts';
import { hasTarget, setPublicFeed } from '../../private-feeds/feeds.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
import {
  edition,
  newPublicFeed,
  titleEdit,
  transcriptQuery,
  transcriptShift,
} from 'audio-streaming-wire/titles';
import {
  namedVersionOf,
  type StudioContext,
  type StudioDatabase,
  versionOf,
  readBody,
  refusedField,
} from '../context.ts';
import { type Editing, editTitle, setEdition, titleDetail } from '../edit-title.ts';
import { findTitles, sourcedTitle, titlesWithBounds } from '../find-titles.ts';
import { Pdfs, addTranscript, removeTranscript, shiftTranscript, textOfTranscript } from '../title-files.ts';

const LARGEST_PAGE = 200;

const number = (usual: string, smallest: number, largest: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/u, 'must be a whole number'),
      v.transform(Number),
      v.minValue(smallest),
      v.maxValue(largest),
    ),
    usual,
  );

/** An empty parameter is the same as none. */
const none = v.pipe(
  v.literal(''),
  v.transform(() => undefined),
);

const titlesQuery = v.object({
  query: v.optional(text, ''),
  sort: v.optional(
    v.picklist(['title', '-title', 'author', '-author', 'added', '-added', 'length', '-length']),
    'title',
  ),
  state: v.optional(v.union([none, v.picklist(['published', 'hidden', 'missing'])])),
  kind: v.optional(v.union([none, v.picklist(['file', 'podcast', 'collection'])])),
  episodes: v.optional(v.picklist(['0', '1']), '0'),
  offset: number('0', 0, 10_000_000),
  limit: number('50', 1, LARGEST_PAGE),
});

const SORTS = { title: 'title', author: 'author', added: 'added', length: 'length' } as const;
type SortName = keyof typeof SORTS;
const sortOf = (text: string): SortName =>
  Object.values(SORTS).find((name) => text.replace(/^-/u, '') === name) ?? 'title';

const instant = v.pipe(
  v.string(),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'must be an instant'),
  v.transform((value) => Date.parse(value)),
);
const windowsQuery = v.object({ from: instant, till: instant });

/** The titles of the library: the table, one of them, its edits, and the calendar. */
export function titleRoutes(server: ApiServer, studio: StudioContext): void {
  const { db, clock } = studio;
  server.get('/titles', { schema: { querystring: titlesQuery } }, async (request) => {
    const { query, sort, state, kind, episodes, offset, limit } = request.query;
    return findTitles(studio, {
      query,
      sort: sortOf(sort),
      isDescending: sort.startsWith('-'),
      state,
      kind,
      withEpisodes: episodes === '1',
      offset,
      limit,
    });
  });

  server.get('/titles/:id', { schema: { params: idParams } }, async (request) =>
    titleDetail(studio, request.params.id),
  );

  server.patch('/titles/:id', { schema: { params: idParams } }, async (request) => {
    const version = versionOf(request);
    const { reset, ...set } = readBody(titleEdit, request.body);
    const { id } = request.params;
    const editor = listenerOf(request);
    await editTitle(db, { id, version, editor, now: clock.now() }, { set, reset });
    return titleDetail(studio, id);
  });

  server.put('/titles/:id/public-feed', { schema: { params: idParams } }, async (request) => {
    const { id } = request.params;
    const { is_public: isPublic } = readBody(newPublicFeed, request.body);
    const feeds = db.withTables<PrivateFeedTables>();
    if (isPublic && !(await hasTarget(feeds, 'item', id))) throw notFound('title');
    await setPublicFeed(feeds, id, isPublic, studio.clock.now());
    return titleDetail(studio, id);
  });

  server.put('/titles/:id/edition', { schema: { params: idParams } }, async (request) => {
    const version = versionOf(request);
    const { id } = request.params;
    const editor = listenerOf(request);
    const { of } = readBody(edition, request.body);
    await setEdition(db, { id, version, editor, now: clock.now() }, of);
    return titleDetail(studio, id);
  });

  server.get('/windows', { schema: { querystring: windowsQuery } }, async (request) =>
    titlesWithBounds(studio, request.query.from, request.query.till),
  );
}

/** Who edits which version of a title, as a request says. */
const editingAt =
  (clock: StudioContext['clock']) =>
  (request: FastifyRequest, id: string): Editing => ({
    id,
    version: namedVersionOf(request),
    editor: listenerOf(request),
    now: clock.now(),
  });

/** The PDF of a title (STU-37). */
export function pdfRoutes(server: ApiServer, studio: StudioContext): void {
  const { db, clock, store, parts } = studio;
  const pdfs = new Pdfs(store, parts);
  const editing = editingAt(clock);
  /** Deletes a file that the title does not name any more. Nobody edits meanwhile, so a file that was just added stays. */
  const removeUnused = (id: string, url: string | null | undefined): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      await lockCatalogue(transaction);
      const own: StudioDatabase = transaction;
      const used = (await readEdits(own, [id])).get(id)?.fields.pdf_url;
      if (used !== url) await pdfs.remove(id, url);
    });

  server.addContentTypeParser('application/pdf', (_request, payload, done) => done(null, payload));

  server.put('/titles/:id/pdf', { schema: { params: idParams }, config: mayBeSlow }, async (request) => {
    const { id } = request.params;
    if (!(request.body instanceof Readable)) {
      throw new ApiError(415, 'no-pdf', 'The body must be of the type application/pdf.', 'pdf_url');
    }
    if ((await sourcedTitle(db, id)) === null) throw notFound('title');
    let before: string | null | undefined;
    await pdfs.store(id, request.body, async (url, keep) => {
      try {
        await editTitle(db, editing(request, id), { set: { pdf_url: url }, reset: [] }, (edited) => {
          before = edited.pdf_url;
          return keep();
        });
      } catch (error) {
        await removeUnused(id, url);
        throw error;
      }
    });
    await removeUnused(id, before);
    return titleDetail(studio, id);
  });

  server.delete('/titles/:id/pdf', { schema: { params: idParams } }, async (request) => {
    const { id } = request.params;
    let before: string | null | undefined;
    await editTitle(db, editing(request, id), { set: {}, reset: ['pdf_url'] }, async (edited) => {
      before = edited.pdf_url;
      return Promise.resolve();
    });
    await removeUnused(id, before);
    return titleDetail(studio, id);
  });
}

const transcriptParams = v.object({ id: text, transcript: text });

/** What is said in a title: upload, text beside the sound, shift, removal (STU-53, STU-54). */
export function transcriptRoutes(server: ApiServer, studio: StudioContext): void {
  const { db, clock } = studio;
  const editing = editingAt(clock);
  const languageOf = (typed: string): string => {
    const language = typed.trim() === '' ? 'und' : languageTag(typed.trim());
    if (language === null) throw refusedField('language', 'must be a language tag such as en or pt-BR');
    return language;
  };

  server.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: LARGEST_TRANSCRIPT },
    (_request, body, done) => done(null, body),
  );

  server.put(
    '/titles/:id/transcripts',
    { schema: { params: idParams, querystring: transcriptQuery }, config: mayBeSlow },
    async (request) => {
      const { id } = request.params;
      const { chapter, language, name } = request.query;
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) {
        throw new ApiError(415, 'no-transcript', 'The body must be of the type application/octet-stream.');
      }
      const problems = await addTranscript(db, editing(request, id), {
        chapter,
        language: languageOf(language),
        read: (seconds) => studio.readTranscript(bytes, extname(name).slice(1), seconds),
      });
      return { ...(await titleDetail(studio, id)), problems };
    },
  );

  server.get(
    '/titles/:id/transcripts/:transcript',
    { schema: { params: transcriptParams } },
    async (request) => {
      const { id, transcript } = request.params;
      const title = await sourcedTitle(db, id);
      if (title === null) throw notFound('title');
      return textOfTranscript(studio, title.item, transcript);
    },
  );

  server.patch(
    '/titles/:id/transcripts/:transcript',
    { schema: { params: transcriptParams } },
    async (request) => {
      const { id, transcript } = request.params;
      const { seconds } = readBody(transcriptShift, request.body);
      await shiftTranscript(db, editing(request, id), transcript, seconds);
      return titleDetail(studio, id);
    },
  );

  server.delete(
    '/titles/:id/transcripts/:transcript',
    { schema: { params: transcriptParams } },
    async (request) => {
      const { id, transcript } = request.params;
      await removeTranscript(db, editing(request, id), transcript);
      return titleDetail(studio, id);
    },
  );
}
