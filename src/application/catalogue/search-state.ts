import type { ContentItem } from '../../domain/catalogue/content.ts';

/** What a search has found so far. */
export type FoundItems = { readonly items: readonly ContentItem[] };

/** The search on the screen and its results. It is never stored (CAT-34). */
export class SearchState {
  query = '';
  private found: FoundItems | null = null;

  get results(): readonly ContentItem[] {
    return this.found?.items ?? [];
  }

  /** @param found the results, page by page; null if nothing was searched for */
  show(query: string, found: FoundItems | null): void {
    this.query = query;
    this.found = found;
  }

  reset(): void {
    this.show('', null);
  }
}
