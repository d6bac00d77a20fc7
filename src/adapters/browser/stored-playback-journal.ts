import * as v from 'valibot';

import type { ContentId } from '../../domain/catalogue/content.ts';
import { pageId, type SavedPosition, type PageId } from '../../domain/progress/position.ts';
import type { Result } from '../../domain/result.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/key-value-store.ts';
import type { JournalChange, PlaybackJournal, UnsentReport } from '../../ports/playback-journal.ts';
import { Emitter } from '../shared/emitter.ts';
import { storedPosition, unsentReport } from './journal-entries.ts';

const PREFIX = 'journal.';
const KINDS = { position: `${PREFIX}place.`, report: `${PREFIX}report.`, draft: `${PREFIX}draft.` } as const;

/** The largest number of stored positions. Nobody listens to more titles at the same time. */
const MOST_POSITIONS = 200;

/**
 * The journal in this browser's storage (PROG-15). Each entry has its own key, so that tabs that write at the same time
 * do not overwrite each other (PROG-67).
 */
export class StoredPlaybackJournal implements PlaybackJournal {
  readonly changed = new Emitter<JournalChange>();

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key?.startsWith(KINDS.report) === true) this.changed.emit({ kind: 'reports' });
      if (key?.startsWith(KINDS.draft) === true) {
        this.changed.emit({ kind: 'draft', page: pageId(key.slice(KINDS.draft.length)) });
      }
    });
  }

  positions(): readonly SavedPosition[] {
    return this.entries(KINDS.position, storedPosition);
  }

  position(content: ContentId): SavedPosition | null {
    return this.entry(KINDS.position + content, storedPosition);
  }

  savePosition(position: SavedPosition): Result<void, StoreFailure> {
    const key = KINDS.position + position.contentId;
    if (this.store.get(key) === null) this.makeRoom();
    return this.write(key, position);
  }

  reports(): readonly UnsentReport[] {
    return this.entries(KINDS.report, unsentReport).toSorted(
      (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
    );
  }

  report(id: string): UnsentReport | null {
    return this.entry(KINDS.report + id, unsentReport);
  }

  saveReport(report: UnsentReport): Result<void, StoreFailure> {
    const written = this.write(KINDS.report + report.id, report);
    this.changed.emit({ kind: 'reports' });
    return written;
  }

  deleteReport(id: string): void {
    this.store.delete(KINDS.report + id);
  }

  drafts(): readonly UnsentReport[] {
    return this.entries(KINDS.draft, unsentReport);
  }

  draft(page: PageId): UnsentReport | null {
    return this.entry(KINDS.draft + page, unsentReport);
  }

  saveDraft(draft: UnsentReport): Result<void, StoreFailure> {
    const written = this.write(KINDS.draft + draft.page, draft);
    this.changed.emit({ kind: 'draft', page: draft.page });
    return written;
  }

  deleteDraft(page: PageId): void {
    this.store.delete(KINDS.draft + page);
  }

  deleteOthers(listener: UserId): void {
    this.deleteWhere((owner) => owner !== listener);
  }

  deleteAllOf(listener: UserId): void {
    this.deleteWhere((owner) => owner === listener);
  }

  private deleteWhere(isDeleted: (owner: UserId) => boolean): void {
    const entries = [
      ...this.positions().map((position) => ({ ...position, key: KINDS.position + position.contentId })),
      ...this.reports().map((report) => ({ ...report, key: KINDS.report + report.id })),
      ...this.drafts().map((draft) => ({ ...draft, key: KINDS.draft + draft.page })),
    ];
    for (const { key, listener } of entries) if (isDeleted(listener)) this.store.delete(key);
  }

  private makeRoom(): void {
    const positions = this.positions();
    if (positions.length < MOST_POSITIONS) return;
    const oldest = positions.reduce((one, other) => (other.at < one.at ? other : one));
    this.store.delete(KINDS.position + oldest.contentId);
  }

  private write(key: string, entry: SavedPosition | UnsentReport): Result<void, StoreFailure> {
    return this.store.set(key, JSON.stringify(entry));
  }

  private entries<Entry>(prefix: string, schema: v.GenericSchema<unknown, Entry>): readonly Entry[] {
    return this.store.keys().flatMap((key) => {
      if (!key.startsWith(prefix)) return [];
      const entry = this.entry(key, schema);
      return entry === null ? [] : [entry];
    });
  }

  /** Deletes an entry that cannot be read. */
  private entry<Entry>(key: string, schema: v.GenericSchema<unknown, Entry>): Entry | null {
    const text = this.store.get(key);
    if (text === null) return null;
    try {
      const decoded = v.safeParse(schema, JSON.parse(text));
      if (decoded.success) return decoded.output;
    } catch {
      // Invalid JSON counts as unreadable.
    }
    this.store.delete(key);
    return null;
  }
}
