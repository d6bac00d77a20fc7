import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import { tileContentId } from '../../domain/entitlement/tile.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Tells that a search result was opened: what was looked for, and which result it was, from 1. */
export class RecordSearchResult {
  static readonly inject: Inject<typeof RecordSearchResult> = [PORTS.analytics];

  constructor(private readonly analytics: Analytics) {}

  /** @param id of what was opened; an id that is none of the results' is no result */
  record(term: string, results: readonly ContentItem[], id: ContentId): void {
    const index = results.findIndex((item) => tileContentId(item) === id);
    if (index === -1) return;
    this.analytics.record({
      name: 'Search Result Clicked',
      properties: { term, content_id: id, position: index + 1 },
    });
  }
}
