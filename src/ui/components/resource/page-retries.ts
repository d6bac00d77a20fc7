import { t } from 'audio-streaming-translations/translate';

/**
 * Creates the region that announces automatic recoveries. The region must exist before its first text. Otherwise the
 * browser does not announce that text.
 */
function createLiveRegion(): HTMLElement {
  const region = document.createElement('div');
  region.className = 'visually-hidden';
  region.setAttribute('aria-live', 'polite');
  return document.body.appendChild(region);
}

let schedule: RetrySchedule | null = null;

function createSchedule(): RetrySchedule {
  const region = createLiveRegion();
  const created = new RetrySchedule({
    isPaused: () => document.hidden || !navigator.onLine,
    random: Math.random,
    recovered: () => {
      region.textContent = t('The page has loaded.');
    },
  });
  const onChange = () => {
    region.textContent = '';
    created.pauseChanged();
  };
  document.addEventListener('visibilitychange', onChange);
  globalThis.addEventListener('online', onChange);
  globalThis.addEventListener('offline', onChange);
  return created;
}

/**
 * Retries failed parts of the current page automatically, in one schedule for all of them (CAT-13).
 *
 * @param entry the history entry that shows the page
 * @returns a function that stops the retries of this part
 */
export function retryByItself(entry: string, part: FailedPart): () => void {
  schedule ??= createSchedule();
  return schedule.add(entry, part);
}

/** A failed part of the page. Its retry shows no progress. */
type FailedPart = {
  /** Parts with the same owner are retried together. */
  readonly owner: object;
  /** Resolves when the result has loaded, whatever it is. */
  readonly retry: () => Promise<void>;
};

/** The state of the browser, and chance, which decide when a part is retried. */
type RetryConditions = {
  /** Whether a retry makes no sense now: the tab is hidden, or there is no network (CAT-14). */
  readonly isPaused: () => boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Called when no part of the page is failed any more, and the listener did not retry. */
  readonly recovered: () => void;
};

const FIRST_DELAY = 8_000;
const LONGEST_DELAY = 60_000;

/** The shortest wait after a pause: many clients may get their network back in the same moment. */
const AFTER_PAUSE = 1_000;

/** Half of every wait is random, so that clients that failed together do not retry together. */
const jittered = (delay: number, random: number): number => delay * (0.5 + random / 2);

/**
 * Retries the failed parts of a page: after about 8 seconds, then after twice as long each time, at most a minute
 * (CAT-13). It ends when no part is failed or the listener leaves, and waits while `isPaused` (CAT-14).
 */
export class RetrySchedule {
  private readonly failed = new Set<FailedPart>();
  private page: string | null = null;
  private tries = 0;
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isRetrying = false;

  constructor(private readonly conditions: RetryConditions) {}

  /**
   * @param page the page that holds the part; another page starts with the first wait again
   * @returns removes the part
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
      if (!this.isRetrying) this.tries = 0;
    };
  }

  /** Call it when `isPaused` may have changed. */
  pauseChanged(): void {
    this.stop();
    if (this.failed.size === 0 || this.isRetrying || this.conditions.isPaused()) return;
    const soonest = jittered(AFTER_PAUSE, this.conditions.random());
    this.retryIn(Math.max(this.dueAt - Date.now(), soonest));
  }

  private plan(): void {
    if (this.timer !== null || this.failed.size === 0 || this.isRetrying) return;
    const delay = Math.min(FIRST_DELAY * 2 ** this.tries, LONGEST_DELAY);
    const wait = jittered(delay, this.conditions.random());
    this.dueAt = Date.now() + wait;
    if (!this.conditions.isPaused()) this.retryIn(wait);
  }

  private retryIn(wait: number): void {
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.retryAll();
    }, wait);
  }

  private async retryAll(): Promise<void> {
    this.isRetrying = true;
    this.tries += 1;
    const { page } = this;
    const retries = new Map([...this.failed].map(({ owner, retry }) => [owner, retry]));
    await Promise.allSettled([...retries.values()].map(async (retry) => retry()));
    this.isRetrying = false;
    if (this.failed.size > 0) {
      this.plan();
      return;
    }
    this.tries = 0;
    if (page === this.page) this.conditions.recovered();
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
