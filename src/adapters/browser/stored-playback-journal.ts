import * as v from 'valibot';

import type { ContentId } from '../../domain/catalogue/content.ts';
import type { SavedPosition, PageId } from '../../domain/progress/position.ts';
import type { Result } from '../../domain/result.ts';
import type { UserId } from '../../domain/account/user.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/key-value-store.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/playback-journal.ts';
import { keptPlace, unsentReport } from './journal-entries.ts';

const PREFIX = 'journal.';
const KINDS = { place: `${PREFIX}place.`, report: `${PREFIX}report.`, draft: `${PREFIX}draft.` } as const;

/** Nobody is in the middle of more titles than this; every second of playing reads none of them but one. */
const MOST_PLACES = 200;

/**
 * The journal in this browser's storage (PROG-15). Each entry has its own key, so that tabs that write at the same time
 * do not overwrite each other.
 */
export class StoredPlaybackJournal implements PlaybackJournal {
  constructor(private readonly store: KeyValueStore) {}

  positions(): readonly SavedPosition[] {
    return this.entries(KINDS.place, keptPlace);
  }

  position(content: ContentId): SavedPosition | null {
    return this.entry(KINDS.place + content, keptPlace);
  }

  savePosition(place: SavedPosition): Result<void, StoreFailure> {
    const key = KINDS.place + place.contentId;
    if (this.store.get(key) === null) this.makeRoom();
    return this.write(key, place);
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
    return this.write(KINDS.report + report.id, report);
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
    return this.write(KINDS.draft + draft.page, draft);
  }

  deleteDraft(page: PageId): void {
    this.store.delete(KINDS.draft + page);
  }

  deleteOthers(listener: UserId): void {
    this.forgetWhere((owner) => owner !== listener);
  }

  deleteAllOf(listener: UserId): void {
    this.forgetWhere((owner) => owner === listener);
  }

  private forgetWhere(isForgotten: (owner: UserId) => boolean): void {
    const entries = [
      ...this.positions().map((place) => ({ ...place, key: KINDS.place + place.contentId })),
      ...this.reports().map((report) => ({ ...report, key: KINDS.report + report.id })),
      ...this.drafts().map((draft) => ({ ...draft, key: KINDS.draft + draft.page })),
    ];
    for (const { key, listener } of entries) if (isForgotten(listener)) this.store.delete(key);
  }

  private makeRoom(): void {
    const places = this.positions();
    if (places.length < MOST_PLACES) return;
    const oldest = places.reduce((one, other) => (other.at < one.at ? other : one));
    this.store.delete(KINDS.place + oldest.contentId);
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

  /** What cannot be read is discarded without a word. */
  private entry<Entry>(key: string, schema: v.GenericSchema<unknown, Entry>): Entry | null {
    const text = this.store.get(key);
    if (text === null) return null;
    try {
      const decoded = v.safeParse(schema, JSON.parse(text));
      if (decoded.success) return decoded.output;
    } catch {
      // Not even JSON: the same as not readable.
    }
    this.store.delete(key);
    return null;
  }
}
