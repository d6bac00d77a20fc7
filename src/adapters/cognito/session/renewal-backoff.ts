import { milliseconds } from '../../../domain/time.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { TokenStore } from './token-store.ts';

const FIRST = 1000;
const LONGEST = 30_000;

/**
 * Spaces the renewals of all tabs while the service cannot be reached. Each failure doubles the pause, up to 30
 * seconds. Each pause is shortened at random by up to a half, so that browsers do not all renew at the same time
 * (SES-27).
 */
export class RenewalBackoff {
  constructor(
    private readonly tokens: TokenStore,
    private readonly clock: Clock,
    /** Between 0 and 1. */
    private readonly random: () => number,
  ) {}

  /** True during the pause after a failed renewal of this tab or of another tab. */
  get isPausing(): boolean {
    const left = this.read().until - this.clock.now();
    // A longer pause does not count: the clock was changed after the pause was stored.
    return left > 0 && left <= LONGEST;
  }

  failed(): void {
    const failures = this.read().failures + 1;
    const pause = Math.min(FIRST * 2 ** (failures - 1), LONGEST);
    const until = this.clock.now() + milliseconds(pause * (1 - this.random() / 2));
    this.tokens.setNote('renewalFailures', `${failures} ${Math.ceil(until)}`);
  }

  private read(): { readonly failures: number; readonly until: number } {
    const [failures = 0, until = 0] = (this.tokens.note('renewalFailures') ?? '').split(' ').map(Number);
    return { failures: Number.isFinite(failures) ? failures : 0, until };
  }
}
