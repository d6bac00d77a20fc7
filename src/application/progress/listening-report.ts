import type { PageId } from '../../domain/progress/position.ts';
import {
  playbackReport,
  REPORT_THRESHOLD,
  royaltyReport,
  type Tally,
} from '../../domain/progress/reports.ts';
import type { Speed } from '../../domain/playback/player.ts';
import { NOBODY } from '../../domain/account/user.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/playback-journal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { ListeningTally } from './listening-tally.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The name of the lock that a page holds while it renews a draft. */
export const draftHolder = (page: PageId): string => `draft ${page}`;

/**
 * Makes the report of this moment: the listener's position, and the listening time since the last report. There is no
 * position below 1 second.
 */
export class ListeningReport {
  static readonly inject: Inject<typeof ListeningReport> = [
    PORTS.journal,
    PlayerState,
    ListeningTally,
    PORTS.tabs,
    PORTS.clock,
  ];
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
    private readonly tally: ListeningTally,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
  ) {}

  /** True if there is something that no report contains yet. */
  get isOwed(): boolean {
    return this.draftLock !== null || this.isDraftUnsaved || (this.tallied()?.duration ?? 0) > 0;
  }

  /** True if the browser had no room for the last draft. */
  get isUnsaved(): boolean {
    return this.isDraftUnsaved;
  }

  /** Saves the report that would be made now, in case the page ends without warning (PROG-44). */
  saveDraft(): void {
    const draft = this.draft(this.player.speed);
    if (draft === null) return;
    // There is nothing to save: no position, no earlier draft, and less than a second of listening.
    const isVoid = draft.playback === null && this.draftLock === null && !this.isWorthReporting();
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
  next(speed: Speed): UnsentReport | null {
    const report = this.draft(speed);
    return report?.playback === null ? null : report;
  }

  /**
   * The report of a content that is left. If the listener went back to the start, it has no position, but the
   * listening time counts. Call `reported` when it is stored (PROG-36).
   */
  last(): UnsentReport | null {
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
