import type { PageId } from '../../domain/progress/position.ts';
import { playbackReport, REPORT_THRESHOLD, royaltyReport } from '../../domain/progress/reports.ts';
import type { Speed } from '../../domain/playback/speed.ts';
import { seconds, type Seconds } from '../../domain/time.ts';
import { NOBODY } from '../../domain/account/user.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/playback-journal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { ListeningTally } from './listening-tally.ts';
import { PlayerState } from '../playback/player-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** The name that a page holds among the tabs while it renews a draft. */
export const draftHolder = (page: PageId): string => `draft ${page}`;

/**
 * What there is to tell the provider at this moment: how far the listener has come, and how long they
 * listened since it was told last (from a position of 1 second on).
 */
export class ListeningReport {
  static readonly inject: Inject<typeof ListeningReport> = [
    PORTS.journal,
    PlayerState,
    ListeningTally,
    PORTS.tabs,
    PORTS.clock,
  ];
  /** Numbers the drafts of this page: a report that was made from one never shares its id with another. */
  private drafts = 1;
  /** Tells the other tabs that this page is there and renews its draft; null while it has no draft. */
  private held: { release(): void } | null = null;
  /** How much listening the draft holds. */
  private drafted = seconds(0);

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
  ) {}

  /** Whether there is anything that no report has told yet. */
  get isOwed(): boolean {
    return this.held !== null || this.tallied() > 0;
  }

  /** Notes down the report that would be made now, for the case that this page ends without a word. */
  saveDraft(): void {
    const draft = this.draft(this.player.speed);
    if (draft === null) return;
    // What was noted down before the listener went back to the start holds no more: the listening alone does.
    if (draft.playback === null && this.held === null && this.tallied() < REPORT_THRESHOLD) return;
    if (!this.journal.saveDraft(draft).ok) return;
    this.drafted = this.tallied();
    this.held ??= this.tabs.hold(draftHolder(this.tabs.page));
  }

  /**
   * The report of now, to be delivered; null where there is none to make. The tally starts again from nothing.
   *
   * @param speed at which the listener goes on; what was listened to counts at the speed until now
   */
  take(speed: Speed): UnsentReport | null {
    const report = this.draft(speed);
    if (report === null) return null;
    return report.playback === null ? null : this.taken(report);
  }

  /**
   * The report of a content that is being left. A listener who went back to the start first has no position to tell,
   * but what they listened to counts.
   */
  takeLast(): UnsentReport | null {
    const report = this.draft(this.player.speed);
    if (report === null) return null;
    return report.playback !== null || this.tallied() >= REPORT_THRESHOLD ? this.taken(report) : null;
  }

  private draft(speed: Speed): UnsentReport | null {
    const { track, position, userId } = this.player;
    // A place that an earlier page left was reported then, and one that is on its way has not been reached.
    if (track === null || !this.player.isAtPosition) return null;
    // Nobody knows yet whose report it would be; the tally goes on.
    if (userId === NOBODY.id) return null;
    const now = this.clock.now();
    // This page seemed to be gone, and another has made its report.
    if (this.held !== null && this.journal.draft(this.tabs.page) === null) this.startAnew(this.drafted);
    this.tally.update(now);
    return {
      id: `${this.tabs.page}.${this.drafts}`,
      listener: userId,
      page: this.tabs.page,
      at: now,
      playback: playbackReport(track, position, speed),
      royalty: royaltyReport(track.contentId, this.tallied(), this.player.speed),
      isRoyaltyTried: false,
    };
  }

  private taken(report: UnsentReport): UnsentReport {
    this.startAnew(this.tallied());
    return report;
  }

  private tallied(): Seconds {
    const { track } = this.player;
    return track === null ? seconds(0) : this.tally.secondsOf(track.contentId);
  }

  /** @param told how much listening the report tells that takes the place of the draft */
  private startAnew(told: Seconds): void {
    this.drafts += 1;
    if (this.player.track !== null) this.tally.clearReported(this.player.track.contentId, told);
    // The draft goes before its report is kept: a page that ends in between loses a royalty, and never tells it twice.
    this.journal.deleteDraft(this.tabs.page);
    this.held?.release();
    this.held = null;
  }
}
