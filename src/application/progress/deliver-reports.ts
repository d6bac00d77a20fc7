import {
  afterEnd,
  possiblePositions,
  reportedPosition,
  reportFate,
  unconfirmedPosition,
  withUnconfirmed,
  type ReportEnd,
  type ReportFate,
} from '../../domain/progress/report-fate.ts';
import { type PlaybackReport, type RoyaltyReport, withAge } from '../../domain/progress/reports.ts';
import { instant, milliseconds } from '../../domain/time.ts';
import type { Clock, Log, Network } from '../../ports/platform.ts';
import type { ApiResult, ApiFailure, Departure, PlaybackApi } from '../../ports/content-api.ts';
import type { PlaybackJournal, UnsentReport } from '../../ports/stored-positions.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { UserState } from '../session/user-state.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** Keeps a body far below the 64 KiB that a browser still sends after the page has ended (PROG-37). */
const BATCH = 100;

/** A position that waited longer may have been replaced on another device (PROG-38). */
const FRESH = milliseconds(30_000);

/** The name under which one tab at a time sends reports (PROG-28). */
const LOCK = 'reports';

type Kinds = readonly ApiFailure['kind'][];

/**
 * Failures after which no report can be delivered at present: no network, a response that does not come from the
 * provider, or no session. All reports keep waiting (DOWN-79).
 */
const NOT_NOW: Kinds = ['unreachable', 'timeout', 'cancelled', 'malformed', 'no-session', 'unauthorized'];

/** Failures after which the provider will never accept this report (PROG-34). */
const FINAL: Kinds = ['forbidden', 'not-found', 'rejected'];

/**
 * After these failures, the provider has not handled the report, unless the failure says `mayHaveArrived` (PROG-33). A failure in
 * `FINAL` is a refusal. After any other failure, the provider may have handled the report.
 */
const NOT_HANDLED: Kinds = ['server', 'rate-limited', 'unauthorized', 'no-session'];

const wasNotHandled = ({ kind, mayHaveArrived }: ApiFailure): boolean =>
  NOT_HANDLED.includes(kind) && mayHaveArrived !== true;

type Waiting = UnsentReport & { readonly playback: PlaybackReport };
type Owing = UnsentReport & { readonly royalty: RoyaltyReport };

const hasPlayback = (report: UnsentReport): report is Waiting => report.playback !== null;
const hasRoyalty = (report: UnsentReport): report is Owing => report.royalty !== null;

/**
 * Sends the waiting reports to the provider, in the order in which they were made. A position is sent until it has
 * arrived (PROG-31). A royalty is never sent again once it may have arrived (PROG-32). Failures are only logged.
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
  /** Reports that the journal had no room for. They are lost when the page ends. */
  private readonly unstored = new Map<string, UnsentReport>();
  /**
   * The delivery that waits for the lock. There is at most one: a tab in the background holds the lock for up to a
   * minute, and many waiting deliveries would then be sent in one burst (PROG-66).
   */
  private queued: Promise<void> | null = null;
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

  /** True if any report waits. Reports of other listeners count, because they are sent when those listeners return. */
  get isAnythingWaiting(): boolean {
    return this.unstored.size > 0 || this.journal.reports().length > 0;
  }

  add(report: UnsentReport): void {
    if (hasPlayback(report)) this.store(this.withPossiblePositions(this.inOrder(report)));
    else if (report.royalty !== null) this.store(report);
  }

  /** Adds a report of another page. Returns false if the browser has no room for it. Then nothing is added. */
  addIfStored(report: UnsentReport): boolean {
    if (hasPlayback(report))
      return this.journal.saveReport(this.withPossiblePositions(this.inOrder(report))).ok;
    return report.royalty === null || this.journal.saveReport(report).ok;
  }

  /**
   * Delivers the waiting reports. Only one tab sends at a time, and the reports are sent in the order in which they
   * were made (PROG-28).
   */
  async deliver(): Promise<void> {
    this.storeAgain();
    if (!this.network.isOnline() || this.waiting().length === 0) return;
    this.queued ??= this.deliverInTurn();
    await this.queued;
  }

  /** Sends the newest waiting reports at once, in parallel and without reading records, because the session may end before the responses arrive. */
  async deliverAtOnce(): Promise<void> {
    await this.sendAtOnce(() => true);
  }

  /**
   * Sends the waiting reports at once, because the page is about to end. Several tabs may end together, so each sends
   * only the royalties that it has reported itself.
   */
  async deliverBeforeEnd(): Promise<void> {
    await this.sendAtOnce(({ page }) => page === this.tabs.page);
  }

  private async sendAtOnce(isOwed: (report: UnsentReport) => boolean): Promise<void> {
    if (!this.network.isOnline()) return;
    const waiting = this.waiting().slice(-BATCH);
    // Another tab may be sending these royalties at this moment. Its marks are visible here a moment later,
    // so they could be sent twice (PROG-32).
    const isBusy = this.tabs.isBusyElsewhere(LOCK);
    const owed = waiting.filter((report) => this.unstored.has(report.id) || (!isBusy && isOwed(report)));
    await Promise.all([
      this.sendPlayback(
        waiting.filter((report) => hasPlayback(report) && !this.sendingPlayback.has(report.id)),
      ),
      this.sendRoyalties(owed),
    ]);
  }

  private async deliverInTurn(): Promise<void> {
    let hasStarted = false;
    const start = (): void => {
      if (!hasStarted) this.queued = null;
      hasStarted = true;
    };
    const delivered = this.tabs.exclusively(LOCK, async () => {
      start();
      await this.deliverBatches();
    });
    await delivered.finally(start);
  }

  /**
   * Gives the report a later time than the reports that were made before it (PROG-70). Its own time may be earlier: the
   * clock of the device was set back, or the page was loaded without a network and did not know the provider's time.
   * Only the newest position of a title is reported, so every waiting report of the title was made before this one (DOWN-11).
   */
  private inOrder(report: Waiting): Waiting {
    const last = this.waiting().findLast(
      ({ page, playback }) => page === report.page || playback?.id === report.playback.id,
    );
    return last === undefined || last.id === report.id || last.at < report.at
      ? report
      : { ...report, at: instant(last.at + 1) };
  }

  /** Stores which positions the provider may hold now. Later this shows whether another device has reported since. */
  private withPossiblePositions(report: Waiting): Waiting {
    const { id } = report.playback;
    const before = this.waiting().filter(hasPlayback);
    const last = before.findLast((other) => other.playback.id === id && other.id !== report.id);
    const saved = this.journal.position(id);
    const own = saved?.listener === report.listener ? saved : null;
    return { ...report, ...possiblePositions(own, last ?? null) };
  }

  private async deliverBatches(): Promise<void> {
    for (;;) {
      const batch = this.waiting().slice(0, BATCH);
      if (batch.length === 0) return;
      const canContinue = await this.sendPlayback(await this.selectToSend(batch));
      if (!canContinue) return;
      const unsent = this.stillWaiting(batch);
      this.giveUpTried(unsent);
      await this.sendRoyalties(unsent);
      // The rest of these reports has to wait. Reports that were added meanwhile do not.
      if (this.stillWaiting(batch).length > 0) return;
    }
  }

  /** The listener's own reports, oldest first. */
  private waiting(): readonly UnsentReport[] {
    const { id } = this.user.user;
    if (id === '') return [];
    const stored = this.journal.reports().filter((report) => !this.unstored.has(report.id));
    return [...stored, ...this.unstored.values()]
      .filter(({ listener }) => listener === id)
      .toSorted((one, other) => one.at - other.at);
  }

  /** Returns those of these reports that are still waiting, as they are stored now. */
  private stillWaiting(reports: readonly UnsentReport[]): readonly UnsentReport[] {
    const ids = new Set(reports.map(({ id }) => id));
    return this.waiting().filter(({ id }) => ids.has(id));
  }

  /**
   * Selects the reports whose position still has to be sent. If several reports name the same content, the last one
   * is enough (PROG-29). A report that has waited may have arrived already, or another device may have reported since
   * (PROG-38).
   */
  private async selectToSend(batch: readonly UnsentReport[]): Promise<readonly UnsentReport[]> {
    const withPosition = batch.filter(hasPlayback);
    const last = new Map(withPosition.map((report) => [report.playback.id, report]));
    const toSend: UnsentReport[] = [];
    for (const report of withPosition) {
      const fate = last.get(report.playback.id) === report ? await this.fateOf(report) : 'overtaken';
      if (fate === 'send') toSend.push(report);
      else this.end(report, fate === 'arrived');
    }
    return toSend;
  }

  private async fateOf(report: Waiting): Promise<ReportFate> {
    if (report.page === this.tabs.page && Math.abs(this.clock.now() - report.at) <= FRESH) return 'send';
    const result = await this.api.playbackRecord(report.playback.id);
    return reportFate(report, result.ok ? result.value : null);
  }

  /** @returns false if nothing can be delivered at present */
  private async sendPlayback(reports: readonly UnsentReport[]): Promise<boolean> {
    // While records were read, the session may have ended, and the page may have sent reports at once.
    const own = this.stillWaiting(reports).filter(hasPlayback);
    if (own.length === 0) return true;
    const selectedAt = this.clock.now();
    // The machine may sleep while the call waits for a session. Then the record has to be compared again (PROG-38).
    const isFresh = (): boolean => this.clock.now() - selectedAt <= FRESH;
    let hasLeft = false;
    const leaves = (): boolean => {
      if (!isFresh() || !this.isTheirs(own)) return false;
      if (!hasLeft) for (const { id } of own) this.countAttempt(id, 1);
      hasLeft = true;
      return true;
    };
    const result = await this.whileSending(this.sendingPlayback, own, async () =>
      this.api.reportPlayback(
        own.map(({ playback }) => playback),
        { leaves },
      ),
    );
    if (result.ok) {
      for (const report of own) this.end(report, true);
      return true;
    }
    const { kind } = result.error;
    this.log.warn('A playback report was not delivered', { kind });
    const hadResponse = FINAL.includes(kind) || wasNotHandled(result.error);
    if (hasLeft && hadResponse) for (const { id } of own) this.countAttempt(id, -1);
    if (!FINAL.includes(kind)) return !NOT_NOW.includes(kind);
    if (own.length === 1) {
      for (const report of own) this.end(report, false);
      return true;
    }
    // A report that is refused must not hold back the others.
    for (const report of own) if (!(await this.sendPlayback([report]))) return false;
    return true;
  }

  /** Gives up royalties that were tried and have no response. They may have been counted (PROG-62). */
  private giveUpTried(reports: readonly UnsentReport[]): void {
    for (const { id, isRoyaltyTried } of reports) {
      if (isRoyaltyTried && !this.sendingRoyalty.has(id)) this.update(id, { royalty: null });
    }
  }

  private async sendRoyalties(reports: readonly UnsentReport[]): Promise<void> {
    const owed = reports
      .filter(hasRoyalty)
      .filter(({ id, isRoyaltyTried }) => !isRoyaltyTried && !this.sendingRoyalty.has(id));
    if (owed.length === 0) return;
    let hasLeft = false;
    const mark = (isRoyaltyTried: boolean): void => {
      hasLeft = isRoyaltyTried;
      for (const { id } of owed) this.update(id, { isRoyaltyTried });
    };
    const departure: Departure = {
      leaves: () => {
        // The session may belong to another listener by now, and another tab may have sent these.
        if (!this.isTheirs(owed) || (!hasLeft && !owed.every(({ id }) => this.isOwed(id)))) return false;
        mark(true);
        return true;
      },
      returned: () => mark(false),
    };
    const result = await this.whileSending(this.sendingRoyalty, owed, async () =>
      this.api.reportRoyalty(
        owed.map(({ royalty, at }) => withAge(royalty, at, this.clock.now())),
        departure,
      ),
    );
    if (!result.ok) this.log.warn('A royalty report was not delivered', { kind: result.error.kind });
    if (result.ok) for (const { id } of owed) this.update(id, { royalty: null });
    else if (hasLeft) this.handleFailedRoyalties(owed, result.error);
  }

  private handleFailedRoyalties(owed: readonly Owing[], failure: ApiFailure): void {
    for (const { id } of owed)
      this.update(id, wasNotHandled(failure) ? { isRoyaltyTried: false } : { royalty: null });
  }

  private isOwed(id: string): boolean {
    const report = this.find(id);
    return report !== null && report.royalty !== null && !report.isRoyaltyTried;
  }

  /** True if no other listener has signed in since the reports were made (PROG-35). */
  private isTheirs(reports: readonly UnsentReport[]): boolean {
    const { id } = this.user.user;
    // During a sign-out the listener is already cleared, but the session still belongs to the reports.
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

  /**
   * The position of a report is not sent any more: it has arrived, or it is given up. Later reports need to know whether an
   * attempt may still arrive (PROG-40, PROG-43).
   */
  private end(report: Waiting, hasArrived: boolean): void {
    const { id, at, listener, playback } = report;
    const position = reportedPosition(playback);
    const { unanswered } = this.find(id) ?? report;
    // If the report has arrived, one of these attempts is the one that arrived. Only the others may still arrive.
    const end: ReportEnd = { hasArrived, mayStillArrive: unanswered > (hasArrived ? 1 : 0) };
    // The report is deleted last. If the page ends before that, another page repeats these steps.
    const saved = this.journal.position(playback.id);
    if (saved?.listener === listener) {
      const known = hasArrived ? { ...saved, base: position } : saved;
      this.journal.savePosition(
        end.mayStillArrive ? { ...known, ...withUnconfirmed(known, unconfirmedPosition(report)) } : known,
      );
    }
    for (const later of this.waiting().filter(hasPlayback)) {
      const isLater = later.id !== id && later.at >= at && later.playback.id === playback.id;
      if (isLater) this.amend(later.id, afterEnd(later, report, end));
    }
    this.update(id, { playback: null });
  }

  /** Adds 1 when an attempt leaves. Subtracts 1 if the provider has refused or not handled it. */
  private countAttempt(id: string, by: 1 | -1): void {
    const report = this.find(id);
    if (report !== null) this.amend(id, { unanswered: Math.max(0, report.unanswered + by) });
  }

  /**
   * Changes a waiting report. If the browser has no room, the change is lost. A changed copy in the memory of this page would
   * be sent in addition to the stored one, which another page sends.
   */
  private amend(id: string, changes: Partial<UnsentReport>): void {
    const report = this.find(id);
    if (report === null) return;
    const next = { ...report, ...changes };
    if (this.unstored.has(id)) this.unstored.set(id, next);
    else this.journal.saveReport(next);
  }

  private update(id: string, changes: Partial<UnsentReport>): void {
    const report = this.find(id);
    if (report === null) return;
    const next = { ...report, ...changes };
    if (next.playback !== null || next.royalty !== null) {
      this.store(next);
      return;
    }
    this.unstored.delete(id);
    // The page that made the report may have ended before it could delete the draft. Another page would
    // report the draft again.
    if (this.journal.draft(report.page)?.id === id) this.journal.deleteDraft(report.page);
    this.journal.deleteReport(id);
  }

  private find(id: string): UnsentReport | null {
    return this.unstored.get(id) ?? this.journal.report(id);
  }

  /** Stores the unstored reports, because the journal may have room again. */
  private storeAgain(): void {
    for (const report of this.unstored.values()) this.store(report);
  }

  private store(report: UnsentReport): void {
    if (this.journal.saveReport(report).ok) this.unstored.delete(report.id);
    else this.unstored.set(report.id, report);
  }
}
