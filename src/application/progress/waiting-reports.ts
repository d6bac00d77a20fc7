import { milliseconds } from '../../domain/time.ts';
import type { Clock, Subscription, Network } from '../../ports/platform.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/stored-positions.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { DeliverReports } from './deliver-reports.ts';
import { draftHolder } from './save-position.ts';
import { UserState } from '../session/user-state.ts';

/** How often waiting reports are looked at (PROG-30). */
const ROUND = milliseconds(15_000);

/**
 * A page that plays renews its draft every second. If the browser cannot tell whether a page still exists, a page
 * that has not renewed its draft for this long counts as ended (PROG-45).
 */
const ENDED_AFTER = milliseconds(10_000);

/** Sends waiting reports when the network returns, and at intervals as long as any wait (PROG-30). */
export class WaitingReports {
  static readonly inject: Inject<typeof WaitingReports> = [
    PORTS.journal,
    PORTS.network,
    PORTS.tabs,
    PORTS.clock,
    DeliverReports,
    UserState,
  ];

  private rounds: Subscription | null = null;
  /**
   * The turn that this page waits for. There is at most one: a tab in the background holds the turn for up to a minute,
   * and every round that waited meanwhile would deliver one after the other (PROG-65).
   */
  private taking: Promise<void> | null = null;

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly network: Network,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly deliverReports: DeliverReports,
    private readonly user: UserState,
  ) {}

  start(): Subscription {
    const following = [
      this.network.returned.subscribe(() => this.check()),
      this.journal.changed.subscribe((change) => {
        // The draft of this page waits for nothing.
        if (change.kind === 'reports' || change.page !== this.tabs.page) this.startRounds();
      }),
      { unsubscribe: () => this.endRounds() },
    ];
    this.check();
    return { unsubscribe: () => following.forEach((part) => part.unsubscribe()) };
  }

  /** Sends what waits, now and at intervals. A page without waiting reports has no timer. */
  check(): void {
    if (this.isAnythingWaiting) this.startRounds();
    void this.recover();
  }

  private startRounds(): void {
    this.rounds ??= this.clock.every(ROUND).subscribe(() => void this.nextRound());
  }

  private async nextRound(): Promise<void> {
    await this.recover();
    if (!this.isAnythingWaiting) this.endRounds();
  }

  private endRounds(): void {
    this.rounds?.unsubscribe();
    this.rounds = null;
  }

  /** True if a report waits, or another page has a draft. */
  get isAnythingWaiting(): boolean {
    return this.deliverReports.isAnythingWaiting || this.otherDrafts().length > 0;
  }

  /** Makes the reports of pages that ended without warning, from their drafts, and delivers them (PROG-44). */
  async recover(): Promise<void> {
    if (this.abandonedDrafts().length > 0) {
      this.taking ??= this.takeDraftsInTurn();
      await this.taking;
    }
    await this.deliverReports.deliver();
  }

  /** Only one tab at a time takes drafts, so that no draft is reported twice. */
  private async takeDraftsInTurn(): Promise<void> {
    try {
      await this.tabs.exclusively('drafts', async () => this.takeDrafts());
    } finally {
      this.taking = null;
    }
  }

  private async takeDrafts(): Promise<void> {
    for (const draft of this.abandonedDrafts()) {
      // A page that stalls or sleeps still exists and makes its own report.
      if (!(await this.tabs.isHeld(draftHolder(draft.page)))) this.take(draft);
    }
  }

  /** The listener's drafts that were not renewed for a while. */
  private abandonedDrafts(): readonly UnsentReport[] {
    const now = this.clock.now();
    return this.otherDrafts().filter(
      ({ at, listener }) => Math.abs(now - at) >= ENDED_AFTER && listener === this.user.user.id,
    );
  }

  private otherDrafts(): readonly UnsentReport[] {
    return this.journal.drafts().filter(({ page }) => page !== this.tabs.page);
  }

  private take(draft: UnsentReport): void {
    // A page that ended before it could delete the draft has stored the report itself.
    if (this.journal.report(draft.id) === null && !this.addReport(draft)) return;
    this.journal.deleteDraft(draft.page);
  }

  /** Returns false if the browser has no room for the report. The draft then waits for the next round. */
  private addReport(draft: UnsentReport): boolean {
    const saved = draft.playback === null ? null : this.journal.position(draft.playback.id);
    // Another page has the newer position, and reports it itself (PROG-46). Their times say nothing, because clocks differ.
    const isOvertaken = saved?.listener === draft.listener && saved.page !== draft.page;
    return this.deliverReports.addIfStored(isOvertaken ? { ...draft, playback: null } : draft);
  }
}
