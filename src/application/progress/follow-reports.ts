import { milliseconds } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../ports/network.ts';
import type { Signal, Subscription } from '../../ports/signal.ts';
import { RecoverReports } from './recover-reports.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';

/** How often reports that wait are looked after, beside the moments at which they have a new chance. */
const ROUND = milliseconds(15_000);

/** Delivers what waits when the network returns, and from time to time. */
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
