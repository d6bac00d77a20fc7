import { ContentType } from '../../domain/catalogue/content.ts';
import type { AuthorId, ContentId } from '../../domain/catalogue/content.ts';
import { PAGE_SIZES } from '../../domain/catalogue/limits.ts';
import { failed, ok } from '../../domain/result.ts';
import type { Cancellation } from '../../ports/cancellation.ts';
import type { FavoritesApi, PageKey } from '../../ports/content-api.ts';
import { pageOf } from './memory-content.ts';
import type { MemoryContent } from './memory-content.ts';
import type { MemoryFaults } from './memory-faults.ts';

const PODCAST_TYPES: ReadonlySet<ContentType> = new Set([ContentType.PODCAST, ContentType.PODCAST_EPISODE]);

const saveIn = <Id>(favorites: Set<Id>, id: Id, isFavorite: boolean): void => {
  if (isFavorite) favorites.add(id);
  else favorites.delete(id);
};

/** The favourites calls over a provider in memory. */
export class MemoryFavorites implements FavoritesApi {
  constructor(
    private readonly content: MemoryContent,
    private readonly faults: MemoryFaults,
  ) {}

  async saveContent(id: ContentId, isFavorite: boolean) {
    return this.faults.respond('favorites.saveContent', undefined, () => {
      if (this.content.find(id) === null) return failed({ kind: 'not-found' });
      saveIn(this.content.favorites, id, isFavorite);
      return ok(undefined);
    });
  }

  async contents(
    { podcasts }: { readonly podcasts: boolean },
    page: PageKey | null,
    cancellation?: Cancellation,
  ) {
    return this.faults.respond('favorites.contents', cancellation, () => {
      const mine = [...this.content.favorites].flatMap((id) => {
        const item = this.content.find(id);
        return item === null || PODCAST_TYPES.has(item.type) !== podcasts ? [] : [item];
      });
      return ok(pageOf(mine, PAGE_SIZES.favorites, page));
    });
  }

  async saveAuthor(id: AuthorId, isFavorite: boolean) {
    return this.faults.respond('favorites.saveAuthor', undefined, () => {
      if (!this.content.authors.some((author) => author.id === id)) return failed({ kind: 'not-found' });
      saveIn(this.content.favoriteAuthors, id, isFavorite);
      return ok(undefined);
    });
  }

  async authors(page: PageKey | null, cancellation?: Cancellation) {
    return this.faults.respond('favorites.authors', cancellation, () => {
      const mine = this.content.authors.filter(({ id }) => this.content.favoriteAuthors.has(id));
      return ok(pageOf(mine, PAGE_SIZES.favorites, page));
    });
  }
}
