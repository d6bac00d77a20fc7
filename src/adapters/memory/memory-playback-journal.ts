import type { ContentId } from '../../domain/catalogue/content.ts';
import type { SavedPosition, PageId } from '../../domain/progress/position.ts';
import { failed, ok } from '../../domain/result.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { JournalChange, PlaybackJournal, UnsentReport } from '../../ports/stored-positions.ts';
import { Emitter } from '../shared/emitter.ts';

type IsDeleted = (owner: UserId) => boolean;

const deleteIn = <Key, Entry extends { readonly listener: UserId }>(
  entries: Map<Key, Entry>,
  isDeleted: IsDeleted,
): void => {
  for (const [key, { listener }] of entries) if (isDeleted(listener)) entries.delete(key);
};

/** A journal in memory. After a crash, the next page gets the same journal. */
export class MemoryPlaybackJournal implements PlaybackJournal {
  /** True if nothing more can be written. */
  isFull = false;
  readonly changed = new Emitter<JournalChange>();
  private readonly storedPositions = new Map<ContentId, SavedPosition>();
  private readonly storedReports = new Map<string, UnsentReport>();
  private readonly storedDrafts = new Map<PageId, UnsentReport>();

  positions(): readonly SavedPosition[] {
    return [...this.storedPositions.values()];
  }

  position(content: ContentId): SavedPosition | null {
    return this.storedPositions.get(content) ?? null;
  }

  savePosition(position: SavedPosition) {
    return this.write(this.storedPositions, position.contentId, position);
  }

  reports(): readonly UnsentReport[] {
    return [...this.storedReports.values()].toSorted(
      (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
    );
  }

  report(id: string): UnsentReport | null {
    return this.storedReports.get(id) ?? null;
  }

  saveReport(report: UnsentReport) {
    const written = this.write(this.storedReports, report.id, report);
    this.changed.emit({ kind: 'reports' });
    return written;
  }

  deleteReport(id: string): void {
    this.storedReports.delete(id);
  }

  drafts(): readonly UnsentReport[] {
    return [...this.storedDrafts.values()];
  }

  draft(page: PageId): UnsentReport | null {
    return this.storedDrafts.get(page) ?? null;
  }

  saveDraft(draft: UnsentReport) {
    const written = this.write(this.storedDrafts, draft.page, draft);
    this.changed.emit({ kind: 'draft', page: draft.page });
    return written;
  }

  deleteDraft(page: PageId): void {
    this.storedDrafts.delete(page);
  }

  deleteOthers(listener: UserId): void {
    this.forgetWhere((owner) => owner !== listener);
  }

  deleteAllOf(listener: UserId): void {
    this.forgetWhere((owner) => owner === listener);
  }

  private forgetWhere(isDeleted: IsDeleted): void {
    deleteIn(this.storedPositions, isDeleted);
    deleteIn(this.storedReports, isDeleted);
    deleteIn(this.storedDrafts, isDeleted);
  }

  private write<Key, Entry>(entries: Map<Key, Entry>, key: Key, entry: Entry) {
    if (this.isFull) return failed({ kind: 'full' as const });
    entries.set(key, entry);
    return ok(undefined);
  }
}
