import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Analytics } from '../../ports/analytics.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The name of a button of a detail page in the tracking plan. */
export type DetailButton =
  | 'Play'
  | 'Pause'
  | 'Play Track'
  | 'Play from a time'
  | 'Play next'
  | 'Add to Up Next'
  | 'Buy'
  | 'Save'
  | 'Follow'
  | 'Share'
  | 'Download'
  | 'View PDF'
  | 'Start where I left off'
  | 'Mark as finished'
  | 'Play Bookmark'
  | 'Edit Note'
  | 'Share Bookmark'
  | 'Remove Bookmark'
  | 'See plans'
  | 'Show more'
  | 'Show less';

/** Records that a button of a detail page was used. */
export class RecordDetailButton {
  static readonly inject: Inject<typeof RecordDetailButton> = [PORTS.analytics];

  constructor(private readonly analytics: Analytics) {}

  record(button: DetailButton, id: ContentId): void {
    this.analytics.record({
      name: 'Individual Audio Button Clicked Web App',
      properties: { button, content_id: id },
    });
  }
}
