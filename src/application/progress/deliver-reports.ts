import {
  possiblePositions,
  reportedPosition,
  reportFate,
  type ReportFate,
} from '../../domain/progress/report-fate.ts';
import type { PlaybackReport, RoyaltyReport } from '../../domain/progress/reports.ts';
import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApiResult, ApiFailure, Departure, PlaybackApi } from '../../ports/content-api.ts';
import type { Log } from '../../ports/log.ts';
import type { Network } from '../../ports/network.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/playback-journal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** So few that a body stays far below what a browser lets outlive its page (64 KiB). */
const BATCH = 100;

/** A position that has waited for longer may have been overtaken on another device. */
const FRESH = milliseconds(30_000);

type Kinds = readonly ApiFailure['kind'][];

/** Nothing gets through at present: what waits goes on waiting. */
const CUT_OFF: Kinds = ['unreachable', 'timeout', 'cancelled', 'no-session', 'unauthorized'];

/** The provider will never take this. */
const FINAL: Kinds = ['forbidden', 'not-found', 'rejected'];

/** The provider said itself that a royalty was not counted; without such a word it may have been. */
const NOT_COUNTED: Kinds = ['server', 'rate-limited', 'unauthorized', 'no-session'];

type Waiting = UnsentReport & { readonly playback: PlaybackReport };
type Owing = UnsentReport & { readonly royalty: RoyaltyReport };

const hasPlayback = (report: UnsentReport): report is Waiting => report.playback !== null;
const hasRoyalty = (report: UnsentReport): report is Owing => report.royalty !== null;

/**
 * Brings the reports that wait to the provider, in the order in which they were made. A position is sent
 * until it has arrived, a royalty never again once it may have. Failures are logged only.
 */
export class DeliverReports {
  static readonly inject: Inject<typeof DeliverReports> = [
    PORTS.playbackApi,
    PORTS.journal,
    UserState,
    PORTS.network,
    PORTS.tabs,
    PORTS.clock,
    PORTS.log,
  ];
  /** Reports that the journal had no room for: they live as long as the page. */
  private readonly unkept = new Map<string, UnsentReport>();
  private readonly sendingPlayback = new Set<string>();
  private readonly sendingRoyalty = new Set<string>();

  constructor(
    private readonly api: PlaybackApi,
    private readonly journal: PlaybackJournal,
    private readonly user: UserState,
    private readonly network: Network,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  add(report: UnsentReport): void {
    if (hasPlayback(report)) this.keep(this.withHeld(report));
    else if (report.royalty !== null) this.keep(report);
  }

  /** One tab at a time sends, each report after what was made before it. */
  async deliver(): Promise<void> {
    if (!this.network.isOnline() || this.waiting().length === 0) return;
    await this.tabs.exclusively('reports', async () => this.deliverBatches());
  }

  /** Everything that waits leaves this instant, side by side: the page or the session will not be there for answers. */
  async deliverAtOnce(): Promise<void> {
    if (!this.network.isOnline()) return;
    const waiting = this.waiting().slice(-BATCH);
    await Promise.all([
      this.sendPlayback(
        waiting.filter((report) => hasPlayback(report) && !this.sendingPlayback.has(report.id)),
      ),
      this.sendRoyalties(waiting),
    ]);
  }

  /** Notes down what the provider may hold by now: later it tells whether another device has moved on since. */
  private withHeld(report: Waiting): Waiting {
    const { id } = report.playback;
    const before = this.waiting().filter(hasPlayback);
    const last = before.findLast((other) => other.playback.id === id && other.id !== report.id);
    const kept = this.journal.position(id);
    const own = kept?.listener === report.listener ? kept : null;
    const held = possiblePositions(own, last ?? null);
    return held === null ? report : { ...report, held };
  }

  private async deliverBatches(): Promise<void> {
    for (;;) {
      const batch = this.waiting().slice(0, BATCH);
      if (batch.length === 0) return;
      const isReached = await this.sendPlayback(await this.notOvertaken(batch));
      if (!isReached) return;
      const untold = this.asKept(batch);
      this.giveUpTried(untold);
      await this.sendRoyalties(untold);
      // What is left of these has to wait; what was added meanwhile has not.
      if (this.asKept(batch).length > 0) return;
    }
  }

  /** The listener's own reports, oldest first. */
  private waiting(): readonly UnsentReport[] {
    const { id } = this.user.user;
    if (id === '') return [];
    const kept = this.journal.reports().filter((report) => !this.unkept.has(report.id));
    return [...kept, ...this.unkept.values()].filter(({ listener }) => listener === id);
  }

  private asKept(reports: readonly UnsentReport[]): readonly UnsentReport[] {
    const ids = new Set(reports.map(({ id }) => id));
    return this.waiting().filter(({ id }) => ids.has(id));
  }

  /**
   * The reports whose position is still worth telling. Of one content the last word is enough; a word that
   * has waited may have arrived after all, or gives way to what the provider has heard from elsewhere since.
   */
  private async notOvertaken(batch: readonly UnsentReport[]): Promise<readonly UnsentReport[]> {
    const told = batch.filter(hasPlayback);
    const last = new Map(told.map((report) => [report.playback.id, report]));
    const worthTelling: UnsentReport[] = [];
    for (const report of told) {
      const fate = last.get(report.playback.id) === report ? await this.fateOf(report) : 'overtaken';
      if (fate === 'send') worthTelling.push(report);
      else if (fate === 'arrived') this.arrived(report);
      else this.changed(report.id, { playback: null });
    }
    return worthTelling;
  }

  private async fateOf(report: Waiting): Promise<ReportFate> {
    if (report.page === this.tabs.page && this.clock.now() - report.at <= FRESH) return 'send';
    const answer = await this.api.playbackRecord(report.playback.id);
    return reportFate(report, answer.ok ? answer.value : null);
  }

  /** @returns whether the provider could be reached at all */
  private async sendPlayback(reports: readonly UnsentReport[]): Promise<boolean> {
    // The session may have ended while others were asked about.
    const told = reports.filter(hasPlayback).filter(({ listener }) => listener === this.user.user.id);
    if (told.length === 0) return true;
    const answer = await this.whileSending(this.sendingPlayback, told, async () =>
      this.api.reportPlayback(
        told.map(({ playback }) => playback),
        { leaves: () => this.isTheirs(told) },
      ),
    );
    if (answer.ok) {
      for (const report of told) this.arrived(report);
      return true;
    }
    const { kind } = answer.error;
    this.log.warn('A playback report was not delivered', { kind });
    if (!FINAL.includes(kind)) return !CUT_OFF.includes(kind);
    if (told.length === 1) {
      for (const { id } of told) this.changed(id, { playback: null });
      return true;
    }
    // One that is refused must not hold back the others that came along.
    for (const report of told) if (!(await this.sendPlayback([report]))) return false;
    return true;
  }

  /** An earlier page, or one that was cut off, has sent these: nobody can know whether they were counted. */
  private giveUpTried(reports: readonly UnsentReport[]): void {
    for (const { id, isRoyaltyTried } of reports) {
      if (isRoyaltyTried && !this.sendingRoyalty.has(id)) this.changed(id, { royalty: null });
    }
  }

  private async sendRoyalties(reports: readonly UnsentReport[]): Promise<void> {
    const owed = reports
      .filter(hasRoyalty)
      .filter(({ id, isRoyaltyTried }) => !isRoyaltyTried && !this.sendingRoyalty.has(id));
    if (owed.length === 0) return;
    let isAway = false;
    const mark = (isRoyaltyTried: boolean): void => {
      isAway = isRoyaltyTried;
      for (const { id } of owed) this.changed(id, { isRoyaltyTried });
    };
    const departure: Departure = {
      leaves: () => {
        // The session may have become another listener's, and another tab may have sent these.
        if (!this.isTheirs(owed) || (!isAway && !owed.every(({ id }) => this.isOwed(id)))) return false;
        mark(true);
        return true;
      },
      returned: () => mark(false),
    };
    const answer = await this.whileSending(this.sendingRoyalty, owed, async () =>
      this.api.reportRoyalty(
        owed.map(({ royalty }) => royalty),
        departure,
      ),
    );
    if (!answer.ok) this.log.warn('A royalty report was not delivered', { kind: answer.error.kind });
    if (answer.ok) for (const { id } of owed) this.changed(id, { royalty: null });
    else if (isAway) this.royaltiesFailed(owed, answer.error);
  }

  private royaltiesFailed(owed: readonly Owing[], { kind, mayHaveArrived }: ApiFailure): void {
    const isOwedStill = NOT_COUNTED.includes(kind) && mayHaveArrived !== true;
    for (const { id } of owed) this.changed(id, isOwedStill ? { isRoyaltyTried: false } : { royalty: null });
  }

  private isOwed(id: string): boolean {
    const report = this.find(id);
    return report !== null && report.royalty !== null && !report.isRoyaltyTried;
  }

  /** Whether no other listener has signed in since the reports were made. */
  private isTheirs(reports: readonly UnsentReport[]): boolean {
    const { id } = this.user.user;
    // A sign-out has forgotten the listener already, and lends its reports the session that is about to end.
    return id === '' || reports.every(({ listener }) => listener === id);
  }

  private async whileSending(
    sending: Set<string>,
    reports: readonly UnsentReport[],
    send: () => Promise<ApiResult<void>>,
  ): Promise<ApiResult<void>> {
    for (const { id } of reports) sending.add(id);
    try {
      return await send();
    } finally {
      for (const { id } of reports) sending.delete(id);
    }
  }

  private arrived({ id, playback }: Waiting): void {
    this.changed(id, { playback: null });
    const held = this.journal.position(playback.id);
    if (held !== null) this.journal.savePosition({ ...held, base: reportedPosition(playback) });
  }

  private changed(id: string, changes: Partial<UnsentReport>): void {
    const report = this.find(id);
    if (report === null) return;
    const next = { ...report, ...changes };
    if (next.playback !== null || next.royalty !== null) {
      this.keep(next);
      return;
    }
    this.unkept.delete(id);
    this.journal.deleteReport(id);
  }

  private find(id: string): UnsentReport | null {
    return this.unkept.get(id) ?? this.journal.report(id);
  }

  private keep(report: UnsentReport): void {
    if (this.journal.saveReport(report).ok) this.unkept.delete(report.id);
    else this.unkept.set(report.id, report);
  }
}
