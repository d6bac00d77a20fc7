import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../ports/network.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import type { Subscription } from '../../ports/signal.ts';
import type { Tabs } from '../../ports/tabs.ts';
import { RecoverReports } from './recover-reports.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** How often waiting reports are looked at (PROG-30). */
const ROUND = milliseconds(15_000);

/** Sends waiting reports when the network returns, and at intervals as long as any wait (PROG-30). */
export class FollowReports {
  static readonly inject: Inject<typeof FollowReports> = [
    RecoverReports,
    PORTS.journal,
    PORTS.network,
    PORTS.tabs,
    PORTS.clock,
  ];
  private rounds: Subscription | null = null;

  constructor(
    private readonly recoverReports: RecoverReports,
    private readonly journal: PlaybackJournal,
    private readonly network: Network,
    private readonly tabs: Tabs,
    private readonly clock: Clock,
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

  /** Sends what waits, now and at intervals. */
  check(): void {
    this.startRounds();
    void this.recoverReports.recover();
  }

  private startRounds(): void {
    this.rounds ??= this.clock.every(ROUND).subscribe(() => void this.nextRound());
  }

  private async nextRound(): Promise<void> {
    await this.recoverReports.recover();
    if (!this.recoverReports.isAnythingWaiting) this.endRounds();
  }

  private endRounds(): void {
    this.rounds?.unsubscribe();
    this.rounds = null;
  }
}
