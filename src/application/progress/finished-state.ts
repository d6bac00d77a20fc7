import type { ContentId, ContentItem, Progress } from '../../domain/catalogue/content.ts';

const isSameProgress = (one: Progress, other: Progress): boolean =>
  one.position === other.position && one.chapterIndex === other.chapterIndex;

/**
 * What the listener has marked as finished since the items on the screen were fetched, so that all tiles of an item
 * agree. A mark holds for the position at which it was set. An item with another position was listened to since
 * (PROG-53).
 */
export class FinishedState {
  private marks: ReadonlyMap<ContentId, Progress> = new Map();
  private saving: ReadonlySet<ContentId> = new Set();

  isMarked({ id, progress }: Pick<ContentItem, 'id' | 'progress'>): boolean {
    const mark = this.marks.get(id);
    return mark !== undefined && progress !== null && isSameProgress(mark, progress);
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

  mark(id: ContentId, at: Progress): void {
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
