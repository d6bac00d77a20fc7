import { expect, test } from 'vitest';

import { authorId, contentId } from '../../../src/domain/catalogue/content.ts';
import type { FavoritesApi } from '../../../src/ports/content-api.ts';
import { everything, idsOf, valueOf, type CallsOf, type ProviderUnderTest } from './suite.ts';
import { namedPage, fieldsIn, itemPage, pageIn, arrangementIn, textIn } from './wire.ts';

/** The HTTP requests and responses of the calls of `FavoritesApi`. */
export const FAVORITES_CALLS: CallsOf<FavoritesApi> = {
  saveContent: {
    route: 'POST /favorites/content',
    examples: [
      [
        async (favorites) => favorites.saveContent(contentId('book'), true),
        '/favorites/content',
        { content_id: 'book', is_favorite: true },
      ],
    ],
    respond: async (favorites, { body }) =>
      favorites.saveContent(contentId(textIn(body, 'content_id')), fieldsIn(body)['is_favorite'] === true),
  },
  contents: {
    route: 'GET /favorites/content',
    examples: [
      [
        async (favorites) => favorites.contents({ podcasts: true }, null),
        '/favorites/content?podcast=1&limit=25&next_page=1',
      ],
      [
        async (favorites) => favorites.contents({ podcasts: false }, 2),
        '/favorites/content?podcast=0&limit=25&next_page=2',
      ],
    ],
    respond: async (favorites, { query }) =>
      itemPage(
        favorites.contents({ podcasts: query.get('podcast') === '1' }, pageIn(query), arrangementIn(query)),
      ),
  },
  saveAuthor: {
    route: 'POST /favorites/authors',
    examples: [
      [
        async (favorites) => favorites.saveAuthor(authorId('author'), false),
        '/favorites/authors',
        { author_id: 'author', is_favorite: false },
      ],
    ],
    respond: async (favorites, { body }) =>
      favorites.saveAuthor(authorId(textIn(body, 'author_id')), fieldsIn(body)['is_favorite'] === true),
  },
  authors: {
    route: 'GET /favorites/authors',
    examples: [[async (favorites) => favorites.authors(null), '/favorites/authors?limit=25&next_page=1']],
    respond: async (favorites, { query }) => namedPage(favorites.authors(pageIn(query))),
  },
};

/** What the calls have to do. */
export const testFavorites = ({ make }: ProviderUnderTest): void => {
  test('saves a favourite, shows it everywhere, and removes it again (FAV-16)', async () => {
    const { api, notFavorite } = await make();
    const isFavorite = async () => (await valueOf(api.catalogue.content(notFavorite))).isFavorite;
    const favorites = async () => [
      ...(await everything((page) => api.favorites.contents({ podcasts: false }, page))),
      ...(await everything((page) => api.favorites.contents({ podcasts: true }, page))),
    ];
    expect(await isFavorite()).toBe(false);
    await valueOf(api.favorites.saveContent(notFavorite, true));
    expect(await isFavorite()).toBe(true);
    expect(idsOf(await favorites())).toContain(notFavorite);
    expect(idsOf(await everything((page) => api.catalogue.library(page)))).toContain(notFavorite);
    await valueOf(api.favorites.saveContent(notFavorite, true));
    expect((await favorites()).filter(({ id }) => id === notFavorite)).toHaveLength(1);
    await valueOf(api.favorites.saveContent(notFavorite, false));
    expect(await isFavorite()).toBe(false);
    expect(idsOf(await favorites())).not.toContain(notFavorite);
  });

  test('lists favourite podcasts apart from other favourites', async () => {
    const { api, podcast } = await make();
    await valueOf(api.favorites.saveContent(podcast, true));
    expect(idsOf(await everything((page) => api.favorites.contents({ podcasts: true }, page)))).toContain(
      podcast,
    );
    expect(
      idsOf(await everything((page) => api.favorites.contents({ podcasts: false }, page))),
    ).not.toContain(podcast);
  });

  test('saves which authors the listener follows', async () => {
    const { api, author } = await make();
    const followed = async () => idsOf(await everything((page) => api.favorites.authors(page)));
    await valueOf(api.favorites.saveAuthor(author, true));
    expect(await followed()).toContain(author);
    await valueOf(api.favorites.saveAuthor(author, false));
    expect(await followed()).not.toContain(author);
  });

  test('refuses a favourite that does not exist (FAV-17)', async () => {
    const { api } = await make();
    expect(await api.favorites.saveContent(contentId('nothing'), true)).toMatchObject({ ok: false });
    expect(await api.favorites.saveAuthor(authorId('nothing'), true)).toMatchObject({ ok: false });
  });
};
