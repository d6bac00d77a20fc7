import * as v from 'valibot';
import { idParams, text } from '../../api/fields.ts';
import { listenerOf } from '../../api/session.ts';
import type { ApiServer } from '../../http/validation.ts';
import type { StudioContext } from '../context.ts';
import { editTitle, titleDetail } from '../edit-title.ts';
import { readBody, titleEdit } from '../fields.ts';
import { findTitles, titlesWithBounds } from '../find-titles.ts';
import { versionOf } from '../version.ts';

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

  server.get('/windows', { schema: { querystring: windowsQuery } }, async (request) =>
    titlesWithBounds(studio, request.query.from, request.query.till),
  );
}
