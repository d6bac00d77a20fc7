import type { ContentId } from '../../domain/catalogue/content.ts';
import type { SavedPosition, PageId } from '../../domain/progress/position.ts';
import { failed, ok } from '../../domain/result.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/playback-journal.ts';

type IsForgotten = (owner: UserId) => boolean;

const forgetIn = <Key, Entry extends { readonly listener: UserId }>(
  entries: Map<Key, Entry>,
  isForgotten: IsForgotten,
): void => {
  for (const [key, { listener }] of entries) if (isForgotten(listener)) entries.delete(key);
};

/** A journal in memory; what survives a crash is the journal itself, handed to the next page. */
export class MemoryPlaybackJournal implements PlaybackJournal {
  /** Nothing can be written any more. */
  isFull = false;
  private readonly keptPlaces = new Map<ContentId, SavedPosition>();
  private readonly keptReports = new Map<string, UnsentReport>();
  private readonly keptDrafts = new Map<PageId, UnsentReport>();

  positions(): readonly SavedPosition[] {
    return [...this.keptPlaces.values()];
  }

  position(content: ContentId): SavedPosition | null {
    return this.keptPlaces.get(content) ?? null;
  }

  savePosition(place: SavedPosition) {
    return this.write(this.keptPlaces, place.contentId, place);
  }

  reports(): readonly UnsentReport[] {
    return [...this.keptReports.values()].toSorted(
      (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
    );
  }

  report(id: string): UnsentReport | null {
    return this.keptReports.get(id) ?? null;
  }

  saveReport(report: UnsentReport) {
    return this.write(this.keptReports, report.id, report);
  }

  deleteReport(id: string): void {
    this.keptReports.delete(id);
  }

  drafts(): readonly UnsentReport[] {
    return [...this.keptDrafts.values()];
  }

  draft(page: PageId): UnsentReport | null {
    return this.keptDrafts.get(page) ?? null;
  }

  saveDraft(draft: UnsentReport) {
    return this.write(this.keptDrafts, draft.page, draft);
  }

  deleteDraft(page: PageId): void {
    this.keptDrafts.delete(page);
  }

  deleteOthers(listener: UserId): void {
    this.forgetWhere((owner) => owner !== listener);
  }

  deleteAllOf(listener: UserId): void {
    this.forgetWhere((owner) => owner === listener);
  }

  private forgetWhere(isForgotten: IsForgotten): void {
    forgetIn(this.keptPlaces, isForgotten);
    forgetIn(this.keptReports, isForgotten);
    forgetIn(this.keptDrafts, isForgotten);
  }

  private write<Key, Entry>(entries: Map<Key, Entry>, key: Key, entry: Entry) {
    if (this.isFull) return failed({ kind: 'full' as const });
    entries.set(key, entry);
    return ok(undefined);
  }
}
