import type { ContentItem } from '../../domain/catalogue/content.ts';

/** What a search has found so far. */
export type FoundItems = { readonly items: readonly ContentItem[] };

/** The search store: the search that is on the screen, and what it has found. Never persisted. */
export class SearchState {
  query = '';
  private found: FoundItems | null = null;

  get results(): readonly ContentItem[] {
    return this.found?.items ?? [];
  }

  /** @param found what comes of it, page by page; null where nothing was asked for */
  show(query: string, found: FoundItems | null): void {
    this.query = query;
    this.found = found;
  }

  reset(): void {
    this.show('', null);
  }
}
