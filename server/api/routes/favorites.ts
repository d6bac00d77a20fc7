import * as v from 'valibot';
import { cut, pageOf } from '../../catalogue/pages.ts';
import { findContentType } from '../../catalogue/find-item.ts';
import { type ApiServer, notFound } from '../../http/validation.ts';
import {
  favoriteAuthorsOf,
  favoriteItemsOf,
  saveFavoriteAuthor,
  saveFavoriteItem,
} from '../../members/favorites.ts';
import * as responses from '../response-schemas.ts';
import { type ApiContext, listenerOf } from '../context.ts';
import { arrangedItemPage, arranging } from '../arranged-lists.ts';
import { id, limit, nextPage, page } from '../parameters.ts';
import { requireSubject } from '../require-subject.ts';

/** The listener's favourites and followed authors (FAV-17). */
export function favoriteRoutes(server: ApiServer, context: ApiContext): void {
  const { db, clock } = context;

  const savedContent = v.object({ content_id: id, is_favorite: v.boolean() });
  server.post(
    '/favorites/content',
    {
      schema: {
        summary: 'Saves a title, or removes it from the saved ones',
        body: savedContent,
        response: { 200: responses.savedContent },
      },
    },
    async (request) => {
      const { content_id, is_favorite } = request.body;
      const sub = listenerOf(request);
      if ((await findContentType(db, content_id)) === undefined) throw notFound('content');
      await saveFavoriteItem(db, sub, { itemId: content_id, isFavorite: is_favorite }, clock.now());
      return { content_id, is_favorite };
    },
  );

  const contentQuery = v.object({
    podcast: v.optional(v.picklist(['0', '1']), '0'),
    limit: limit('25'),
    next_page: nextPage,
    ...arranging,
  });
  server.get(
    '/favorites/content',
    {
      schema: {
        summary: 'The saved titles: podcasts, or all others',
        querystring: contentQuery,
        response: { 200: responses.itemPage },
      },
      config: { admits: true },
    },
    async (request) =>
      arrangedItemPage(context, request, request.query, (sub, part) =>
        cut(favoriteItemsOf(db, sub, request.query.podcast === '1'), part),
      ),
  );

  const followedAuthor = v.object({ author_id: id, is_favorite: v.boolean() });
  server.post(
    '/favorites/authors',
    {
      schema: {
        summary: 'Follows an author, or no longer',
        body: followedAuthor,
        response: { 200: responses.savedAuthor },
      },
    },
    async (request) => {
      const { author_id, is_favorite } = request.body;
      const sub = listenerOf(request);
      await requireSubject(db, 'authors', author_id);
      await saveFavoriteAuthor(db, sub, { authorId: author_id, isFavorite: is_favorite }, clock.now());
      return { author_id, is_favorite };
    },
  );

  server.get(
    '/favorites/authors',
    {
      schema: {
        summary: 'The followed authors',
        querystring: page(25),
        response: { 200: responses.subjectPage },
      },
    },
    async (request) => {
      const { query } = request;
      return pageOf(await favoriteAuthorsOf(db, listenerOf(request), query), query);
    },
  );
}
