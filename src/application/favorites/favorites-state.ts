import type { AuthorId, ContentId, ContentItem } from '../../domain/catalogue/content.ts';

/**
 * What the listener has saved or followed since the items on the screen were fetched, so that all tiles of an item
 * agree (FAV-9). It changes only after a save has succeeded (FAV-5).
 */
export class FavoritesState {
  /** Counts the listeners of this page, so that responses for an earlier listener are ignored. */
  listeners = 0;
  private contents: ReadonlyMap<ContentId, boolean> = new Map();
  private authors: ReadonlyMap<AuthorId, boolean> = new Map();
  private saving: ReadonlySet<string> = new Set();

  isFavorite(item: Pick<ContentItem, 'id' | 'isFavorite'>): boolean {
    return this.contents.get(item.id) ?? item.isFavorite;
  }

  /** The item with all saves since it was fetched. */
  upToDate(item: ContentItem): ContentItem {
    const isFavorite = this.isFavorite(item);
    return isFavorite === item.isFavorite ? item : { ...item, isFavorite };
  }

  /** Null while it is unknown. */
  isFollowed(author: AuthorId): boolean | null {
    return this.authors.get(author) ?? null;
  }

  isSaving(id: ContentId | AuthorId): boolean {
    return this.saving.has(id);
  }

  startSaving(id: ContentId | AuthorId): void {
    this.saving = new Set([...this.saving, id]);
  }

  finishSaving(id: ContentId | AuthorId): void {
    this.saving = new Set([...this.saving].filter((other) => other !== id));
  }

  setSaved(id: ContentId, isFavorite: boolean): void {
    this.contents = new Map([...this.contents, [id, isFavorite]]);
  }

  setFollowed(id: AuthorId, isFollowed: boolean): void {
    this.authors = new Map([...this.authors, [id, isFollowed]]);
  }

  /** Sets which authors the listener follows, as the provider says (FAV-13). */
  setFollowedAuthors(ids: readonly AuthorId[]): void {
    this.authors = new Map([...ids.map((id) => [id, true] as const), ...this.authors]);
  }

  reset(): void {
    this.contents = new Map();
    this.authors = new Map();
    this.saving = new Set();
    this.listeners += 1;
  }
}
