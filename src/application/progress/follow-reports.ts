import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../ports/network.ts';
import type { Signal, Subscription } from '../../ports/signal.ts';
import { RecoverReports } from './recover-reports.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** How often waiting reports are looked at (PROG-30). */
const ROUND = milliseconds(15_000);

/** Sends waiting reports when the network returns, and at intervals (PROG-30). */
export class FollowReports {
  static readonly inject: Inject<typeof FollowReports> = [RecoverReports, PORTS.network, PORTS.clock];

  constructor(
    private readonly recoverReports: RecoverReports,
    private readonly network: Network,
    private readonly clock: Clock,
  ) {}

  start(): Subscription {
    const chances = [this.network.returned, this.clock.every(ROUND)].map((chance: Signal<unknown>) =>
      chance.subscribe(() => void this.recoverReports.recover()),
    );
    void this.recoverReports.recover();
    return { unsubscribe: () => chances.forEach((chance) => chance.unsubscribe()) };
  }
}
