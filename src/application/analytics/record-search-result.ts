import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { tileContentId } from '../../domain/entitlement/tile.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Records that a search result was opened: the search term, and the position of the result, from 1. */
export class RecordSearchResult {
  static readonly inject: Inject<typeof RecordSearchResult> = [PORTS.analytics];

  constructor(private readonly analytics: Analytics) {}

  /** @param id of what was opened; nothing is recorded if it is not among the results */
  record(term: string, results: readonly ContentItem[], id: ContentId): void {
    const index = results.findIndex((item) => tileContentId(item) === id);
    if (index === -1) return;
    this.analytics.record({
      name: 'Search Result Clicked',
      properties: { term, content_id: id, position: index + 1 },
    });
  }
}
