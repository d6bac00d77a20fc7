import type { ContentId, ContentPosition } from '../../domain/catalogue/content.ts';
import { NOBODY } from '../../domain/account/user.ts';
import type { Speed } from '../../domain/playback/player.ts';
import {
  isSameState,
  supersedes,
  type OpenedRecord,
  type PageId,
  type ProviderState,
  type SavedPosition,
} from '../../domain/progress/position.ts';
import {
  playbackReport,
  REPORT_THRESHOLD,
  royaltyReport,
  type Tally,
} from '../../domain/progress/reports.ts';
import { instant, milliseconds, type Instant } from '../../domain/time.ts';
import type { Clock, Log } from '../../ports/platform.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/stored-positions.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { PlaybackLock } from '../playback-lock.ts';
import { type Opening, PlayerState } from '../player-state.ts';
import { UnreportedTime } from './unreported-time.ts';

/** Less than one second, minus the quarter of a second that may pass between two audio events. */
const SAVE_INTERVAL = milliseconds(700);

const NEVER = instant(0);

/** The name of the lock that a page holds while it renews a draft. */
export const draftHolder = (page: PageId): string => `draft ${page}`;

/**
 * Saves the listener's position in this browser, so that a page that ends without warning loses at most one second.
 * It saves every second while playing, at every pause and seek, and whenever the page may be about to end (PROG-10).
 * It also saves a draft of the next report: the position, and the listening time since the last report.
 */
export class SavePosition {
  static readonly inject: Inject<typeof SavePosition> = [
    PORTS.journal,
    PlayerState,
    UnreportedTime,
    PlaybackLock,
    PORTS.tabs,
    PORTS.clock,
    PORTS.log,
  ];
  private savedAt: Instant = NEVER;
  private chosenAt: Instant = NEVER;
  /** True if the listener has chosen a position that the audio has not reached yet. */
  private awaitsPosition = false;
  /**
   * The provider's position when the content was opened, and the one that was stored here when it was asked for. Null
   * after the first save.
   */
  private opened: {
    readonly content: ContentId;
    readonly base: ContentPosition | 'nothing';
    readonly asked: ProviderState | null;
  } | null = null;
  /** The opening whose record was taken over last. */
  private taken: Opening | null = null;
  /** Numbers the drafts of this page, so that no two reports share an id. */
  private drafts = 1;
  /** Holds the lock that tells other tabs that this page renews its draft. Null without a draft. */
  private draftLock: { release(): void } | null = null;
  /** The listening in the draft. */
  private drafted: Tally | null = null;
  private isDraftUnsaved = false;

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly player: PlayerState,
    private readonly tally: UnreportedTime,
    private readonly playbackLock: PlaybackLock,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @param at the time of the saved position; the current one for all but a choice */
  save(at: Instant = this.clock.now()): void {
    if (this.player.missedPosition !== null) {
      // The listening time counts, the position does not (PLAY-91).
      this.savedAt = this.clock.now();
      this.saveDraft();
      return;
    }
    const position = this.current(at);
    if (position === null || !this.maySave(position)) return;
    this.savedAt = position.at;
    const saved = this.journal.savePosition(position);
    this.opened = null;
    this.saveDraft();
    if (!saved.ok) this.log.warn('The position could not be saved', { kind: saved.error.kind });
  }

  /** Saves at most once in each interval. */
  saveWhilePlaying(): void {
    if (Math.abs(this.clock.now() - this.savedAt) < SAVE_INTERVAL) return;
    if (this.playbackLock.isHeld && this.player.isPlaying) this.claimPosition();
    this.save();
  }

  /**
   * Makes the position of the tab that plays the newest one. A silent tab may have stored a later time, because
   * clocks differ.
   */
  private claimPosition(): void {
    const { track } = this.player;
    const stored = track === null ? null : this.journal.position(track.contentId);
    const elsewhere = stored === null || stored.page === this.tabs.page ? NEVER : stored.chosenAt + 1;
    this.chosenAt = instant(Math.max(this.chosenAt, this.playbackLock.claimedAt, elsewhere));
  }

  /**
   * Call this when the listener has just chosen to play from the current position. The choice is newer than every stored
   * one, although a page with another clock may have stored a later time (PROG-13).
   */
  markIntent(at: Instant = this.clock.now()): void {
    this.takeOpening();
    const { track } = this.player;
    const stored = track === null ? null : this.journal.position(track.contentId);
    this.chosenAt = instant(Math.max(at, stored === null ? NEVER : stored.chosenAt + 1));
  }

  /** Saves the current position as the one that the listener has just chosen. */
  saveChosen(): void {
    this.markIntent();
    // With the time of the choice, a start may replace a later position (PROG-12).
    this.save(this.chosenAt);
    this.awaitsPosition = !this.player.isAtPosition || this.player.missedPosition !== null;
  }

  /**
   * Call this when the audio has reached its start position, or a position that it had missed. A title that was opened
   * has no position to save before this.
   */
  positionReached(): void {
    const opening = this.takeOpening();
    if (opening !== null) this.markIntent(opening.at);
    if (this.awaitsPosition) this.save();
    this.awaitsPosition = false;
  }

  /** The provider was asked for its record of the open content. */
  recordLoaded({ content, record, asked }: OpenedRecord): void {
    this.opened = { content, base: record === null ? 'nothing' : positionOnly(record), asked };
  }

  /** Takes over what the title in the player was opened with. Null if this was done before. */
  private takeOpening(): Opening | null {
    const { opening } = this.player;
    if (opening === null || opening === this.taken) return null;
    this.taken = opening;
    if (opening.recorded !== null) this.recordLoaded(opening.recorded);
    return opening;
  }

  /** True if no other tab has saved a newer position. */
  isNewest(): boolean {
    const position = this.current();
    return position === null || this.maySave(position);
  }

  private maySave(next: SavedPosition): boolean {
    const stored = this.journal.position(next.contentId);
    return stored === null || supersedes(next, stored);
  }

  private current(at: Instant = this.clock.now()): SavedPosition | null {
    const { audio, track, position, userId } = this.player;
    if (audio === null || track === null || !this.player.isAtPosition) return null;
    if (this.player.missedPosition !== null) return null;
    // Entries of the journal belong to a listener (PROG-14), who is not known yet.
    if (userId === NOBODY.id) return null;
    const stored = this.journal.position(track.contentId);
    const { opened } = this;
    // A report has arrived after the record was requested, so the record is old (PROG-71).
    const isOutdated =
      opened?.content !== track.contentId || !isSameState(opened.asked, stored?.base ?? null);
    return {
      listener: userId,
      page: this.tabs.page,
      audio: audio.id,
      contentId: track.contentId,
      track: track.id,
      chapterIndex: track.chapterIndex,
      position,
      at,
      chosenAt: this.chosenAt,
      base: (isOutdated ? null : opened.base) ?? stored?.base ?? 'unknown',
      unconfirmed: stored?.unconfirmed ?? [],
    };
  }

  /** True if there is something that no report contains yet. */
  get isReportOwed(): boolean {
    return this.draftLock !== null || this.isDraftUnsaved || (this.tallied()?.duration ?? 0) > 0;
  }

  /** True if the browser had no room for the last draft. */
  get hasUnsavedDraft(): boolean {
    return this.isDraftUnsaved;
  }

  /** Saves the report that would be made now, in case the page ends without warning (PROG-44). */
  saveDraft(): void {
    const draft = this.draft(this.player.speed);
    if (draft === null) return;
    // There is nothing to save: no position, no earlier draft, and less than a second of listening.
    const isVoid = draft.playback === null && this.draftLock === null && !this.isWorthReporting();
    // The draft is due as soon as there is a second, and not an interval after this attempt.
    if (isVoid) this.savedAt = NEVER;
    this.isDraftUnsaved = !isVoid && !this.journal.saveDraft(draft).ok;
    if (isVoid || this.isDraftUnsaved) return;
    this.drafted = this.tallied();
    this.draftLock ??= this.tabs.hold(draftHolder(this.tabs.page));
  }

  /**
   * The report to be delivered now. Null without a position. Call `reported` when it is stored.
   *
   * @param speed the speed from now on
   */
  nextReport(speed: Speed): UnsentReport | null {
    const report = this.draft(speed);
    return report?.playback === null ? null : report;
  }

  /**
   * The report of a content that is left. If the listener went back to the start, it has no position, but the
   * listening time counts. Call `reported` when it is stored (PROG-36).
   */
  lastReport(): UnsentReport | null {
    const report = this.draft(this.player.speed);
    if (report === null) return null;
    return report.playback !== null || this.isWorthReporting() ? report : null;
  }

  /**
   * The report is stored, so its draft is not needed any more. If the page ends in between, both have the same id, and
   * only the report counts.
   */
  reported(): void {
    this.startNextDraft(this.tallied());
  }

  private draft(speed: Speed): UnsentReport | null {
    const { track, position, userId } = this.player;
    // A position restored from an earlier page was already reported. A position that is still loading was not reached
    // (PROG-11).
    if (track === null || !this.player.isAtPosition) return null;
    this.tally.update(this.clock.elapsed());
    // The listener of the report is not known yet. The tally continues.
    if (userId === NOBODY.id) return null;
    const now = this.clock.now();
    // Another page has taken over this page's draft and reported it (PROG-47).
    if (this.draftLock !== null && this.journal.draft(this.tabs.page) === null)
      this.startNextDraft(this.drafted);
    return {
      id: `${this.tabs.page}.${this.drafts}`,
      listener: userId,
      page: this.tabs.page,
      at: now,
      base: 'unknown',
      unconfirmed: [],
      playback: this.player.missedPosition === null ? playbackReport(track, position, speed) : null,
      royalty: royaltyReport(this.tally.of(track.contentId)),
      unanswered: 0,
      isRoyaltyTried: false,
    };
  }

  private tallied(): Tally | null {
    const { track } = this.player;
    return track === null ? null : this.tally.of(track.contentId);
  }

  /** True if the listening alone is enough for a report (PROG-8). */
  private isWorthReporting(): boolean {
    return (this.tallied()?.duration ?? 0) >= REPORT_THRESHOLD;
  }

  /** @param reported the listening in the report that replaces the draft */
  private startNextDraft(reported: Tally | null): void {
    this.drafts += 1;
    this.isDraftUnsaved = false;
    if (reported !== null) this.tally.clearReported(reported);
    this.journal.deleteDraft(this.tabs.page);
    this.draftLock?.release();
    this.draftLock = null;
  }
}

/** A record has more fields, which are not stored. */
const positionOnly = ({ chapterIndex, position }: ContentPosition): ContentPosition => ({
  chapterIndex,
  position,
});
