import type { ContentId, ContentItem, ContentPosition } from '../../domain/catalogue/content.ts';
import type { Track } from '../../domain/playback/track.ts';
import { isFinished } from '../../domain/progress/progress.ts';

const isSameProgress = (one: ContentPosition | null, other: ContentPosition | null): boolean =>
  one?.position === other?.position && one?.chapterIndex === other?.chapterIndex;

/**
 * What the listener has marked as finished since the items on the screen were fetched, so that all tiles of an item
 * agree. A mark holds for the position at which it was set. An item with another position was listened to since
 * (PROG-53).
 */
export class FinishedState {
  private marks: ReadonlyMap<ContentId, ContentPosition | null> = new Map();
  private saving: ReadonlySet<ContentId> = new Set();

  isMarked({ id, progress }: Pick<ContentItem, 'id' | 'progress'>): boolean {
    const mark = this.marks.get(id);
    return mark !== undefined && isSameProgress(mark, progress);
  }

  /** True if nothing of an episode is left to hear, or if it was marked so (PROG-88). */
  isHeard({ contentId, runTime, progress }: Track): boolean {
    return isFinished({ runTime, chapters: [] }, progress) || this.isMarked({ id: contentId, progress });
  }

  isSaving(id: ContentId): boolean {
    return this.saving.has(id);
  }

  startSaving(id: ContentId): void {
    this.saving = new Set([...this.saving, id]);
  }

  finishSaving(id: ContentId): void {
    this.saving = new Set([...this.saving].filter((other) => other !== id));
  }

  mark(id: ContentId, at: ContentPosition | null): void {
    this.marks = new Map([...this.marks, [id, at]]);
  }

  unmark(id: ContentId): void {
    this.marks = new Map([...this.marks].filter(([other]) => other !== id));
  }

  reset(): void {
    this.marks = new Map();
    this.saving = new Set();
  }
}
