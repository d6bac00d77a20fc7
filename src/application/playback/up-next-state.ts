import { NOBODY, type UserId } from '../../domain/account/user.ts';
import type { ContentId, ContentItem } from '../../domain/catalogue/content.ts';
import type { PlayDecision } from '../../domain/entitlement/play-decision.ts';
import type { TrackId } from '../../domain/playback/track.ts';
import {
  addedLast,
  addedNext,
  changesBetween,
  movedEntry,
  removedEntry,
  undoneChanges,
  upNextKey,
  type QueuedTrack,
  type UpNextChange,
  type UpNextEntry,
  type UpNextKey,
} from '../../domain/playback/up-next.ts';

/** Why an entry did not play when it was its turn. `gone`: the catalogue no longer has the title or the track. */
export type SkipReason = Exclude<PlayDecision, { readonly kind: 'play' }>['reason'] | 'gone';

/** The titles and tracks that the listener wants to hear after the current title. The rules are in the domain (DOWN-80). */
export class UpNextState {
  listener: UserId = NOBODY.id;
  entries: readonly UpNextEntry[] = [];
  /** The entries that were skipped, and why. They stay in the list (PLAY-83). */
  skipped: ReadonlyMap<UpNextKey, SkipReason> = new Map();
  private lastChanges: readonly UpNextChange[] = [];

  /** The entries that the last command removed, and that `undo` puts back. */
  get removed(): readonly UpNextEntry[] {
    return this.lastChanges.flatMap(({ before, after }) =>
      before !== null && after === null ? [before] : [],
    );
  }

  /** Returns false if the list is full. */
  addNext(item: ContentItem, track: QueuedTrack | null): boolean {
    return this.change(addedNext(this.entries, item, track));
  }

  /** Returns false if the list is full. */
  addLast(item: ContentItem, track: QueuedTrack | null): boolean {
    return this.change(addedLast(this.entries, item, track));
  }

  move(key: UpNextKey, to: number): void {
    this.change(movedEntry(this.entries, key, to));
  }

  remove(key: UpNextKey): void {
    this.change(removedEntry(this.entries, key));
  }

  clear(): void {
    this.change([]);
  }

  /** Takes the last command back. */
  undo(): void {
    this.entries = undoneChanges(this.entries, this.lastChanges);
    this.lastChanges = [];
  }

  /** Removes an entry because it starts to play (PLAY-81). `undo` does not bring it back. */
  started(content: ContentId, track: TrackId | null): void {
    this.entries = removedEntry(this.entries, upNextKey(content, track));
  }

  skip(key: UpNextKey, reason: SkipReason): void {
    this.skipped = new Map([...this.skipped, [key, reason]]);
  }

  open(listener: UserId, entries: readonly UpNextEntry[]): void {
    this.reset();
    this.listener = listener;
    this.entries = entries;
  }

  /** Shows the list that another tab has changed. */
  changedElsewhere(entries: readonly UpNextEntry[]): void {
    this.entries = entries;
  }

  reset(): void {
    this.listener = NOBODY.id;
    this.entries = [];
    this.skipped = new Map();
    this.lastChanges = [];
  }

  /** After a command that changes nothing, `undo` takes back the command before it. */
  private change(entries: readonly UpNextEntry[]): boolean {
    const changes = changesBetween(this.entries, entries);
    if (changes.length === 0) return false;
    this.entries = entries;
    this.lastChanges = changes;
    const changed = new Set(changes.map(({ key }) => key));
    this.skipped = new Map([...this.skipped].filter(([key]) => !changed.has(key)));
    return true;
  }
}
