import * as v from 'valibot';
import { type UserId, userId } from '../../domain/account/user.ts';
import {
  type ContentId,
  contentId,
  ContentType,
  type ContentType as ContentTypeCode,
} from '../../domain/catalogue/content.ts';
import { SPEEDS } from '../../domain/playback/player.ts';
import { trackId } from '../../domain/playback/track.ts';
import { pageId, type PageId, type SavedPosition } from '../../domain/progress/position.ts';
import type { PlaybackReport } from '../../domain/progress/reports.ts';
import type { Result } from '../../domain/result.ts';
import { instant, milliseconds, seconds } from '../../domain/time.ts';
import type { KeyValueStore, StoreFailure } from '../../ports/platform.ts';
import type { JournalChange, PlaybackJournal, UnsentReport } from '../../ports/stored-positions.ts';
import { Emitter } from '../shared/emitter.ts';

// Stored entries may be forged. They are decoded like any other input.

const text = v.pipe(v.string(), v.nonEmpty());
const finite = v.pipe(v.number(), v.finite());
const time = v.pipe(finite, v.transform(instant));
const span = v.pipe(finite, v.minValue(0));
const content = v.pipe(text, v.transform(contentId));
const chapter = v.pipe(v.number(), v.integer(), v.minValue(1));

const types: readonly ContentTypeCode[] = Object.values(ContentType);

const position = { chapterIndex: v.nullable(chapter), position: v.pipe(span, v.transform(seconds)) };
const owner = {
  listener: v.pipe(text, v.transform(userId)),
  page: v.pipe(text, v.transform(pageId)),
  at: time,
};

const base = v.union([v.object(position), v.picklist(['nothing', 'unknown'])]);
const unconfirmed = v.array(v.object({ ...position, at: time }));

const storedPosition: v.GenericSchema<unknown, SavedPosition> = v.object({
  ...owner,
  ...position,
  audio: content,
  contentId: content,
  track: v.pipe(text, v.transform(trackId)),
  chosenAt: time,
  base,
  unconfirmed,
});

const listened = { id: content, contentType: v.picklist(types), speed: v.picklist(SPEEDS) };
const wholeSpan = v.pipe(span, v.integer(), v.transform(milliseconds));
const playback: v.GenericSchema<unknown, PlaybackReport> = v.union([
  v.object({ ...listened, chapterIndex: chapter, chapterPosition: wholeSpan }),
  v.object({ ...listened, lastPosition: wholeSpan }),
]);

const unsentReport: v.GenericSchema<unknown, UnsentReport> = v.object({
  ...owner,
  id: text,
  playback: v.nullable(playback),
  royalty: v.nullable(v.object({ contentId: content, duration: wholeSpan })),
  isRoyaltyTried: v.boolean(),
  base,
  unconfirmed,
  unanswered: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/**
 * Encodes and decodes the entries of one kind. It remembers the last text, because a page that plays writes one entry each
 * second and reads it several times (PROG-81).
 */
class Codec<Entry> {
  private last: { readonly text: string; readonly entry: Entry } | null = null;

  constructor(private readonly schema: v.GenericSchema<unknown, Entry>) {}

  encode(entry: Entry): string {
    const text = JSON.stringify(entry);
    this.last = { text, entry };
    return text;
  }

  /** Returns null if the text is unreadable. */
  decode(text: string): Entry | null {
    if (this.last?.text === text) return this.last.entry;
    try {
      const decoded = v.safeParse(this.schema, JSON.parse(text));
      if (!decoded.success) return null;
      this.last = { text, entry: decoded.output };
      return this.last.entry;
    } catch {
      // Invalid JSON counts as unreadable.
      return null;
    }
  }
}

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
  private readonly positionCodec = new Codec(storedPosition);
  private readonly reportCodec = new Codec(unsentReport);
  private readonly draftCodec = new Codec(unsentReport);

  constructor(private readonly store: KeyValueStore) {
    store.changedElsewhere.subscribe((key) => {
      if (key?.startsWith(KINDS.report) === true) this.changed.emit({ kind: 'reports' });
      if (key?.startsWith(KINDS.draft) === true) {
        this.changed.emit({ kind: 'draft', page: pageId(key.slice(KINDS.draft.length)) });
      }
    });
  }

  positions(): readonly SavedPosition[] {
    return this.entries(KINDS.position, this.positionCodec);
  }

  position(content: ContentId): SavedPosition | null {
    return this.entry(KINDS.position + content, this.positionCodec);
  }

  savePosition(position: SavedPosition): Result<void, StoreFailure> {
    const key = KINDS.position + position.contentId;
    if (this.store.get(key) === null) this.makeRoom();
    return this.write(key, position, this.positionCodec);
  }

  reports(): readonly UnsentReport[] {
    return this.entries(KINDS.report, this.reportCodec).toSorted(
      (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
    );
  }

  report(id: string): UnsentReport | null {
    return this.entry(KINDS.report + id, this.reportCodec);
  }

  saveReport(report: UnsentReport): Result<void, StoreFailure> {
    const written = this.write(KINDS.report + report.id, report, this.reportCodec);
    this.changed.emit({ kind: 'reports' });
    return written;
  }

  deleteReport(id: string): void {
    this.store.delete(KINDS.report + id);
  }

  drafts(): readonly UnsentReport[] {
    return this.entries(KINDS.draft, this.draftCodec);
  }

  draft(page: PageId): UnsentReport | null {
    return this.entry(KINDS.draft + page, this.draftCodec);
  }

  saveDraft(draft: UnsentReport): Result<void, StoreFailure> {
    const written = this.write(KINDS.draft + draft.page, draft, this.draftCodec);
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

  private write<Entry>(key: string, entry: Entry, codec: Codec<Entry>): Result<void, StoreFailure> {
    return this.store.set(key, codec.encode(entry));
  }

  private entries<Entry>(prefix: string, codec: Codec<Entry>): readonly Entry[] {
    return this.store.keys().flatMap((key) => {
      if (!key.startsWith(prefix)) return [];
      const entry = this.entry(key, codec);
      return entry === null ? [] : [entry];
    });
  }

  /** Deletes an entry that cannot be read. */
  private entry<Entry>(key: string, codec: Codec<Entry>): Entry | null {
    const text = this.store.get(key);
    if (text === null) return null;
    const entry = codec.decode(text);
    if (entry === null) this.store.delete(key);
    return entry;
  }
}
