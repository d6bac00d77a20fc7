import { AsyncLocalStorage } from 'node:async_hooks';

/** The time that one request may spend in the database. Time outside the database does not count. */
export class TimeBudget {
  private used = 0;
  private running = 0;
  private since = 0;

  /**
   * @param milliseconds the whole time
   * @param onSlow called if a statement of the request waits too long
   */
  constructor(
    private readonly milliseconds: number,
    readonly onSlow: () => void,
  ) {}

  /** The milliseconds that are left. */
  left(): number {
    const current = this.running > 0 ? performance.now() - this.since : 0;
    return Math.max(0, this.milliseconds - this.used - current);
  }

  /** Whether a statement has run with this budget. */
  get isUsed(): boolean {
    return this.used > 0;
  }

  /** Counts the time of an action. Actions that run at once count once. */
  async spend<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.running === 0) this.since = performance.now();
    this.running += 1;
    try {
      return await action();
    } finally {
      this.running -= 1;
      if (this.running === 0) this.used += performance.now() - this.since;
    }
  }
}

const budgets = new AsyncLocalStorage<TimeBudget>();

/** Runs an action whose statements share a budget. */
export function withTimeBudget<Result>(budget: TimeBudget, action: () => Result): Result {
  return budgets.run(budget, action);
}

/** Runs an action without the time limit of a request, because it may take longer than a request of a listener. */
export function withoutTimeBudget<Result>(action: () => Result): Result {
  return budgets.exit(action);
}

/** The budget of the request that runs this code. Undefined outside a request. */
export const currentTimeBudget = (): TimeBudget | undefined => budgets.getStore();
