import { instant, milliseconds, type Instant, type Milliseconds } from '../../domain/time.ts';
import type { Clock, Signal, KeyValueStore, Log } from '../../ports/platform.ts';
import { Emitter } from '../shared/emitter.ts';

// Milliseconds. A longer browser timer overflows and fires at once.
const LONGEST_TIMER = 2 ** 31 - 1;

// A `Date` header has whole seconds, and its response took some time.
const TOLERANCE = 2_000;

const STORED_CORRECTION = 'clock.correction';

// Milliseconds. A response may be 5 seconds old, and its header has whole seconds. So a small correction may be wrong itself.
const STORED_TOLERANCE = 6_000;

// Milliseconds, a hundred years. A device that has lost its time starts in 1970.
const LARGEST_CORRECTION = 100 * 365 * 24 * 60 * 60 * 1000;

const timerSpan = (span: Milliseconds): number => Math.min(Math.max(span, 0), LONGEST_TIMER);

/**
 * The browser's clock, corrected by the provider's time, because windows open and close by that time (APP-56). With a
 * store, the correction also applies to later pages, because they may be loaded without a network (APP-68).
 */
export class SystemClock implements Clock {
  readonly corrected = new Emitter<Instant>();
  private correction: Milliseconds;

  constructor(private readonly store: KeyValueStore | null = null) {
    this.correction = this.storedCorrection();
  }

  now(): Instant {
    return instant(Date.now() + this.correction);
  }

  elapsed(): Milliseconds {
    return milliseconds(performance.now());
  }

  every(period: Milliseconds): Signal<Instant> {
    return {
      subscribe: (next) => {
        const beat = setInterval(() => next(this.now()), timerSpan(period));
        return { unsubscribe: () => clearInterval(beat) };
      },
    };
  }

  async after(delay: Milliseconds): Promise<void> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, timerSpan(delay));
    });
  }

  /** Replaces the correction: the provider's time minus the time of the browser's clock. */
  correctBy(correction: Milliseconds): void {
    // Each response gives a slightly different correction.
    const isNews = Math.abs(correction - this.correction) > TOLERANCE;
    this.correction = correction;
    this.storeCorrection();
    if (isNews) this.corrected.emit(this.now());
  }

  /**
   * Compares the provider's time with the clock of the device. If they differ by more than 2 seconds, the clock is
   * corrected. If they differ by less, the clock of the device is used: the provider's time is only exact to about a second.
   */
  serverTimeSeen(serverTime: Instant): void {
    const behind = serverTime - Date.now();
    this.correctBy(milliseconds(Math.abs(behind) > TOLERANCE ? behind : 0));
  }

  private storedCorrection(): Milliseconds {
    const stored = Number(this.store?.get(STORED_CORRECTION) ?? 0);
    return milliseconds(Math.abs(stored) <= LARGEST_CORRECTION ? stored : 0);
  }

  /** Stores the correction if the stored one is too different. If storing fails, the page keeps its own correction. */
  private storeCorrection(): void {
    if (Math.abs(this.correction - this.storedCorrection()) > STORED_TOLERANCE)
      this.store?.set(STORED_CORRECTION, String(this.correction));
  }
}

/** Faults on the browser's console. */
export class ConsoleLog implements Log {
  warn(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    // oxlint-disable-next-line eslint/no-console -- this class alone writes to the console
    console.warn(message, details);
  }

  error(message: string, details: Readonly<Record<string, unknown>> = {}): void {
    // oxlint-disable-next-line eslint/no-console -- this class alone writes to the console
    console.error(message, details);
  }
}

/**
 * Returns the browser's Web Locks, which only one tab of an origin can hold at a time. Null if the browser has none.
 */
export const webLocks = (
  browser: Partial<Pick<Navigator, 'locks'>>,
): { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> } | null => {
  const { locks } = browser;
  // Web Locks do not exist outside a secure context.
  if (locks === undefined) return null;
  return {
    async request<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      return locks.request(name, async () => work());
    },
  };
};

type PrivacySignals = { readonly globalPrivacyControl?: unknown; readonly doNotTrack?: unknown };

/** True if the browser asks not to be tracked: by Global Privacy Control, or by Do Not Track. */
export const asksNotToBeTracked = (browser: PrivacySignals): boolean =>
  browser.globalPrivacyControl === true || browser.doNotTrack === '1' || browser.doNotTrack === 'yes';
