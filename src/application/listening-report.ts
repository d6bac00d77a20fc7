import { playbackReport, royaltyReport } from '../domain/reports.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlaybackJournal, UnsentReport } from '../ports/playback-journal.ts';
import type { Tabs } from '../ports/tabs.ts';
import type { ListeningTally } from './state/listening-tally.ts';
import type { PlayerState } from './state/player-state.ts';

/**
 * What there is to tell the provider at this moment: how far the listener has come, and how long they
 * listened since it was told last (section 4, from a position of 1 second on).
 */
export class ListeningReport {
  private made = 0;
  private hasDraft = false;

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly player: PlayerState,
    private readonly tally: ListeningTally,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
  ) {}

  /** Notes down the report that would be made now, for the case that this page ends without a word. */
  keepDraft(): void {
    const draft = this.draft();
    // What was noted down before the listener went back to the start holds no more: the listening alone does.
    if (draft === null || (draft.playback === null && !this.hasDraft)) return;
    this.hasDraft = this.journal.keepDraft(draft).ok;
  }

  /** The report of now, to be delivered; null where there is none to make. The tally starts again from nothing. */
  take(): UnsentReport | null {
    const report = this.draft();
    if (report === null) return null;
    if (report.playback === null) return null;
    this.made += 1;
    this.startAnew();
    return report;
  }

  private draft(): UnsentReport | null {
    const { track, position, speed, userId } = this.player;
    // A place that an earlier page left was reported then, and one that is on its way has not been reached.
    if (track === null || !this.player.isPlaced) return null;
    const now = this.clock.now();
    // This page seemed to be gone, and another has made its report.
    if (this.hasDraft && this.journal.draft(this.tabs.page) === null) this.startAnew();
    this.tally.ticked(now);
    return {
      id: `${this.tabs.page}.${this.made + 1}`,
      listener: userId,
      page: this.tabs.page,
      at: now,
      playback: playbackReport(track, position, speed),
      royalty: royaltyReport(track.contentId, this.tally.of(track.contentId), speed),
      isRoyaltyTried: false,
    };
  }

  private startAnew(): void {
    if (this.player.track !== null) this.tally.taken(this.player.track.contentId);
    // The draft goes before its report is kept: a page that ends in between loses a royalty, and never tells it twice.
    this.journal.forgetDraft(this.tabs.page);
    this.hasDraft = false;
  }
}
