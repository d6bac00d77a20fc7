import type { ContentId } from '../domain/catalogue/content.ts';
import type { SavedPosition, PageId, ContentPosition } from '../domain/progress/position.ts';
import type { PlaybackReport, RoyaltyReport } from '../domain/progress/reports.ts';
import type { Result } from '../domain/result.ts';
import type { Instant } from '../domain/time.ts';
import type { UserId } from '../domain/account/user.ts';
import type { StoreFailure } from './key-value-store.ts';

/**
 * A report that the provider has not acknowledged in full; the part that it has is null. `held` are the places
 * that the provider may hold until the report's own arrives, as long as no other device tells it of one; absent
 * where nobody knows.
 * `isRoyaltyTried` is stored in the instant before a royalty is handed to the network. Without an answer the royalty
 * may have arrived, and is not sent again.
 * `id` is never used twice: a draft keeps its id when it becomes a report, and the next draft gets another one.
 */
export type UnsentReport = {
  readonly id: string;
  readonly listener: UserId;
  readonly page: PageId;
  readonly at: Instant;
  readonly playback: PlaybackReport | null;
  readonly held?: readonly ContentPosition[];
  readonly royalty: RoyaltyReport | null;
  readonly isRoyaltyTried: boolean;
};

/**
 * What of playing survives a crash, shared by the tabs of a browser: places, reports that are on their way,
 * and for every page a draft: the report that it would make now. Synchronous; never throws; what cannot be
 * read is not there.
 */
export interface PlaybackJournal {
  /** One a content, in no particular order. */
  positions(): readonly SavedPosition[];
  position(content: ContentId): SavedPosition | null;
  /** Takes the place of what is held of the same content; the oldest contents are forgotten for it in time. */
  savePosition(place: SavedPosition): Result<void, StoreFailure>;
  /** In the order in which they were made. */
  reports(): readonly UnsentReport[];
  report(id: string): UnsentReport | null;
  /** Adds a report, or takes the place of the one with the same id. */
  saveReport(report: UnsentReport): Result<void, StoreFailure>;
  deleteReport(id: string): void;
  /** One a page, in no particular order. */
  drafts(): readonly UnsentReport[];
  draft(page: PageId): UnsentReport | null;
  /** Takes the place of the draft of the same page. */
  saveDraft(draft: UnsentReport): Result<void, StoreFailure>;
  deleteDraft(page: PageId): void;
  /** Leaves nothing that belongs to anybody else (contract 3.16). */
  deleteOthers(listener: UserId): void;
  /** Leaves nothing that belongs to this listener. */
  deleteAllOf(listener: UserId): void;
}
