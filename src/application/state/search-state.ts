import type { ContentItem } from '../../domain/content.ts';

/** The search store (section 3): what is being looked for and what was found. Never persisted. */
export class SearchState {
  query = '';
  results: readonly ContentItem[] = [];

  searched(query: string): void {
    this.query = query;
    this.results = [];
  }

  found(results: readonly ContentItem[]): void {
    this.results = results;
  }

  reset(): void {
    this.query = '';
    this.results = [];
  }
}
