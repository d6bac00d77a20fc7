import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import * as v from 'valibot';
import * as responses from '../response-schemas.ts';
import type { ApiContext } from '../context.ts';
import { admitToRows, itemPage, present, presentById } from '../listener-fields.ts';
import { arrangedItemPage, arrangedPage, arranging, readArrangement } from '../arranged-lists.ts';
import { idParams, page } from '../parameters.ts';
import { requireSubject } from '../require-subject.ts';
import { cut, pageOf, type PageParameters } from '../../catalogue/pages.ts';
import { type ItemQuery, rowsOf } from '../../catalogue/item-queries.ts';
import {
  curatedCollections,
  discounted,
  HOME_SHELVES,
  homeShelves,
  newReleases,
  ofPerson,
  ofSeries,
  quickListens,
  trending,
} from '../../catalogue/shelves.ts';
import { SUBJECTS } from '../../catalogue/subject-kinds.ts';
import { subjectById, subjects, subjectsOf } from '../../catalogue/subjects.ts';
import type { Subject } from '../../catalogue/types.ts';
import { type ApiServer, JsonText, notFound } from '../../http/validation.ts';
import { isFavoriteAuthor, recommendedFor } from '../../members/favorites.ts';
import { libraryOf } from '../../members/listener-items.ts';

/** The paged lists of the whole catalogue. */
export function listRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;
  const lists: readonly (readonly [string, string, () => ItemQuery])[] = [
    ['/new-releases', 'The newest titles', () => newReleases(db)],
    ['/trending', 'The most popular titles', () => trending(db)],
    ['/quick-listens', 'Titles of 30 minutes or less', () => quickListens(db)],
    ['/content/discounted', 'Titles with a discount at this moment', () => discounted(db, clock.now())],
    ['/featured-curated-collection', 'The collections', () => curatedCollections(db)],
  ];
  for (const [path, summary, query] of lists) {
    server.get(
      path,
      {
        schema: { summary, querystring: arrangedPage(15), response: { 200: responses.itemPage } },
        config: { admits: true },
      },
      async (request) =>
        arrangedItemPage(context, request, request.query, (_sub, part) => cut(query(), part)),
    );
  }
}

/** The number of titles on a shelf: three views of five. */
const SHELF = 15;
const MOST_CATEGORIES = 1000;

/** JSON that is only passed on, so that nobody parses it. */
const asText = (json: RawBuilder<unknown>): RawBuilder<string> => sql`cast(${json} as text)`;

/** The home page in one response (CAT-97). */
export function browseRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  server.get(
    '/browse',
    {
      schema: { summary: 'The shelves of the home page', response: { 200: responses.browse } },
      config: { admits: true },
    },
    async (request) => {
      const queries = homeShelves(db, clock.now());
      // One statement for all shelves, because each statement costs time in the process and in the database.
      const { sub, owned, rows } = await admitToRows(request, () =>
        db.selectNoFrom([
          ...HOME_SHELVES.map((name) => jsonArrayFrom(queries[name].limit(SHELF)).as(name)),
          asText(jsonArrayFrom(subjects(db, 'categories').limit(MOST_CATEGORIES))).as('categories'),
          asText(jsonArrayFrom(subjects(db, 'authors').limit(SHELF))).as('authors'),
        ]),
      );
      const [home] = rows;
      if (home === undefined) throw new Error('The statement returned no row.');
      const { categories, authors, ...shelves } = home;
      const items = await presentById(context, sub, Object.values(shelves).flat(), owned);
      const shown = Object.entries(shelves).map(([name, rows]) => [
        name,
        rows.flatMap(({ id }) => items.get(id) ?? []),
      ]);
      return {
        ...Object.fromEntries(shown),
        categories: new JsonText(categories),
        authors: new JsonText(authors),
      };
    },
  );
}

/** The listener's library in one list. */
export function libraryRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;
  server.get(
    '/library',
    {
      schema: {
        summary: 'Every title that was saved, bought or started',
        querystring: arrangedPage(1000),
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    async (request) =>
      arrangedItemPage(context, request, request.query, (sub, part) => libraryOf(db, sub, part)),
  );
}

/** Recommendations for a listener: on the home page, and as a list of its own. */
export function recommendationRoutes(server: ApiServer, context: ApiContext): void {
  server.get(
    '/for-you',
    {
      schema: { summary: 'Recommendations for the home page', response: { 200: responses.recommended } },
      config: { admits: true },
    },
    async (request) => {
      const { results } = await recommended(request, { limit: SHELF, next_page: 1 });
      return { recommended: results };
    },
  );

  server.get(
    '/for-you/recommended',
    {
      schema: {
        summary: 'All recommendations',
        querystring: page(15),
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    async (request) => recommended(request, request.query),
  );

  async function recommended(request: FastifyRequest, query: PageParameters) {
    const { sub, rows, owned } = await admitToRows(request, (own) => recommendedFor(own, query));
    return itemPage(context, sub, rows, query, owned);
  }
}

/** The most titles of a person or a series in the response, which has no pages. */
const WORKS = 2000;

/** Categories, topics, authors, narrators and series: the lists, and one of each by its id. */
export function subjectRoutes(server: ApiServer, context: ApiContext): void {
  const { db } = context;
  const tables = [
    ['/categories', 'The categories', 'categories', 1000],
    ['/topics', 'The topics', 'topics', 50],
    ['/authors', 'The authors', 'authors', 15],
    ['/narrators', 'The narrators', 'narrators', 15],
    ['/series', 'The series', 'series', 15],
  ] as const;
  for (const [path, summary, table, usual] of tables) {
    server.get(
      path,
      { schema: { summary, querystring: page(usual), response: { 200: responses.subjectPage } } },
      async ({ query }) => pageOf(await subjectsOf(db, table, query), query),
    );
  }

  for (const [path, summary, table] of [
    ['/categories/:id', 'One category', 'categories'],
    ['/topics/:id', 'One topic', 'topics'],
  ] as const) {
    server.get(
      path,
      { schema: { summary, params: idParams, response: { 200: responses.subject } } },
      async ({ params }) => requireSubject(db, table, params.id),
    );
  }

  server.get(
    '/authors/:id',
    {
      schema: {
        summary: 'One author, with the titles',
        params: idParams,
        querystring: v.object(arranging),
        response: { 200: responses.author },
      },
      config: { admits: true },
    },
    async (request) => {
      const { subject, is_favorite, ...works } = await worksOf(request, 'authors', request.query);
      return { ...subject, is_favorite, ...works };
    },
  );

  server.get(
    '/series/:id',
    {
      schema: {
        summary: 'One series, with its volumes in their order',
        params: idParams,
        response: { 200: responses.titlesOf },
      },
      config: { admits: true },
    },
    async (request) => {
      const { subject, content } = await worksOf(request, 'series', {});
      return { ...subject, content };
    },
  );

  server.get(
    '/narrators/:id',
    {
      schema: {
        summary: 'One narrator, with the titles',
        params: idParams,
        querystring: v.object(arranging),
        response: { 200: responses.titlesOf },
      },
      config: { admits: true },
    },
    async (request) => {
      const { subject, is_favorite: _, ...works } = await worksOf(request, 'narrators', request.query);
      return { ...subject, ...works };
    },
  );

  /** A person or a series with its titles, in one statement together with the check of the token. */
  async function worksOf(
    request: FastifyRequest & { readonly params: { readonly id: string } },
    table: 'authors' | 'narrators' | 'series',
    query: Parameters<typeof readArrangement>[1],
  ) {
    const { id } = request.params;
    const list = table === 'series' ? ofSeries(db, id) : ofPerson(db, table, id);
    const { offered, arrange } = await readArrangement(context, query);
    const { sub, rows, owned, also } = await admitToRows(
      request,
      (own) => rowsOf(arrange?.(own).lists(list) ?? [list], { skip: 0, count: WORKS }),
      (own) => sql<{ subject: Subject | null; is_favorite: boolean }>`json_build_object(
        'subject', (select row_to_json(each) from (${subjectById(db, table, id)}) each),
        'is_favorite', ${isFavoriteAuthor(own, id)})`,
    );
    const { subject, is_favorite } = also;
    if (subject === null) throw notFound(SUBJECTS[table].kind);
    return { subject, is_favorite, content: await present(context, sub, rows, owned), ...offered };
  }
}
