import type { ContentId } from '../../domain/catalogue/content.ts';
import type { SavedPosition, PageId } from '../../domain/progress/position.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { UserId } from '../../domain/account/user.ts';
import type {
  JournalChange,
  PlaybackJournal,
  UnsentReport,
  BookmarkFailure,
  BookmarkStore,
  HistoryStore,
} from '../../ports/stored-positions.ts';
import { Emitter } from '../shared/emitter.ts';
import type { Bookmark, BookmarkId } from '../../domain/bookmarks/bookmark.ts';
import { type HistoryEntry, type HistoryEntryId, newestEntries } from '../../domain/history.ts';
import type { StoreFailure } from '../../ports/platform.ts';

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

/** The bookmarks that all tabs share. */
type Shared = {
  readonly listeners: Map<UserId, Map<BookmarkId, Bookmark>>;
  readonly tabs: MemoryBookmarkStore[];
};

/** Bookmarks in memory. Tabs share them. */
export class MemoryBookmarkStore implements BookmarkStore {
  readonly changedElsewhere = new Emitter<null>();
  /** Every change and every list fails with this; null if all works. */
  failure: BookmarkFailure | null = null;

  constructor(private readonly shared: Shared = { listeners: new Map(), tabs: [] }) {
    shared.tabs.push(this);
  }

  /** Returns the same bookmarks in another tab. */
  inAnotherTab(): MemoryBookmarkStore {
    return new MemoryBookmarkStore(this.shared);
  }

  async list(listener: UserId): Promise<Result<readonly Bookmark[], BookmarkFailure>> {
    if (this.failure?.kind === 'unreachable') return Promise.resolve(failed(this.failure));
    return Promise.resolve(ok([...this.of(listener).values()]));
  }

  async save(listener: UserId, bookmark: Bookmark): Promise<Result<void, BookmarkFailure>> {
    return this.change(() => this.of(listener).set(bookmark.id, bookmark));
  }

  async delete(listener: UserId, id: BookmarkId): Promise<Result<void, BookmarkFailure>> {
    return this.change(() => this.of(listener).delete(id));
  }

  deleteAllOf(listener: UserId): void {
    this.of(listener).clear();
  }

  private async change(work: () => void): Promise<Result<void, BookmarkFailure>> {
    if (this.failure !== null) return Promise.resolve(failed(this.failure));
    work();
    for (const tab of this.shared.tabs) if (tab !== this) tab.changedElsewhere.emit(null);
    return Promise.resolve(ok(undefined));
  }

  private of(listener: UserId): Map<BookmarkId, Bookmark> {
    const found = this.shared.listeners.get(listener) ?? new Map<BookmarkId, Bookmark>();
    this.shared.listeners.set(listener, found);
    return found;
  }
}

/** A history in memory. After a crash, the next page gets the same history. */
export class MemoryHistoryStore implements HistoryStore {
  readonly changed = new Emitter<null>();
  /** Every write fails with this; null if all works. */
  failure: StoreFailure | null = null;
  private readonly listeners = new Map<UserId, readonly HistoryEntry[]>();

  entries(listener: UserId): readonly HistoryEntry[] {
    return this.listeners.get(listener) ?? [];
  }

  entry(listener: UserId, id: HistoryEntryId): HistoryEntry | null {
    return this.entries(listener).find((entry) => entry.id === id) ?? null;
  }

  save(listener: UserId, entry: HistoryEntry): Result<void, StoreFailure> {
    if (this.failure !== null) return failed(this.failure);
    const others = this.entries(listener).filter(({ id }) => id !== entry.id);
    this.listeners.set(listener, newestEntries([...others, entry]));
    this.changed.emit(null);
    return ok(undefined);
  }

  deleteAllOf(listener: UserId): void {
    this.listeners.delete(listener);
    this.changed.emit(null);
  }
}
