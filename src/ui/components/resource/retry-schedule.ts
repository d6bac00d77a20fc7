/** Something that failed on the page, and how to ask for it again without a sign of it. */
export type FailedPart = {
  /** What `retry` asks for: parts of one owner are asked for together. */
  readonly owner: object;
  /** Resolves when the answer has come, whatever it is. */
  readonly retry: () => Promise<void>;
};

/** What a schedule has to know of the browser. */
type Surroundings = {
  /** Whether it makes no sense to ask now: nobody looks, or there is no network. */
  readonly isPaused: () => boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Nothing on the page is failed any more, without the listener having asked. */
  readonly recovered: () => void;
};

const FIRST_DELAY = 8_000;
const LONGEST_DELAY = 60_000;

/** The shortest wait after a pause: everybody's network may have come back in the same moment. */
const AFTER_PAUSE = 1_000;

/** Half of every wait is up to chance, so that those who failed together do not come back together. */
const jittered = (delay: number, random: number): number => delay * (0.5 + random / 2);

/**
 * Asks again for what failed on a page, by itself: after some eight seconds, then after twice as long each time, up to
 * a minute. It ends when nothing is failed any more, or the listener has left, and waits while `isPaused`.
 */
export class RetrySchedule {
  private readonly failed = new Set<FailedPart>();
  private page: string | null = null;
  private tries = 0;
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isAsking = false;

  constructor(private readonly surroundings: Surroundings) {}

  /**
   * @param page names the page that the part stands on: on another one the waits begin anew
   * @returns takes it out again
   */
  add(page: string, part: FailedPart): () => void {
    if (page !== this.page) {
      this.page = page;
      this.tries = 0;
      this.stop();
    }
    this.failed.add(part);
    this.plan();
    return () => {
      this.failed.delete(part);
      if (this.failed.size > 0) return;
      this.stop();
      if (!this.isAsking) this.tries = 0;
    };
  }

  /** `isPaused` may answer otherwise now. */
  pauseChanged(): void {
    this.stop();
    if (this.failed.size === 0 || this.isAsking || this.surroundings.isPaused()) return;
    const soonest = jittered(AFTER_PAUSE, this.surroundings.random());
    this.askIn(Math.max(this.dueAt - Date.now(), soonest));
  }

  private plan(): void {
    if (this.timer !== null || this.failed.size === 0 || this.isAsking) return;
    const delay = Math.min(FIRST_DELAY * 2 ** this.tries, LONGEST_DELAY);
    const wait = jittered(delay, this.surroundings.random());
    this.dueAt = Date.now() + wait;
    if (!this.surroundings.isPaused()) this.askIn(wait);
  }

  private askIn(wait: number): void {
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.ask();
    }, wait);
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    this.tries += 1;
    const { page } = this;
    const retries = new Map([...this.failed].map(({ owner, retry }) => [owner, retry]));
    await Promise.allSettled([...retries.values()].map(async (retry) => retry()));
    this.isAsking = false;
    if (this.failed.size > 0) {
      this.plan();
      return;
    }
    this.tries = 0;
    if (page === this.page) this.surroundings.recovered();
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
