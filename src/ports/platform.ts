import type { Instant, Milliseconds } from '../domain/time.ts';
import type { AppFailure } from '../domain/downloads/download.ts';
import type { Result } from '../domain/result.ts';

/** The current time, and timers. */
export interface Clock {
  /** Returns the current time. After a correction it follows the provider's clock, not that of the device. */
  now(): Instant;
  /** The time since some moment in the past. Unlike `now`, it never jumps when the clock is set or corrected. */
  elapsed(): Milliseconds;
  /** Emits the new time when the clock was corrected. */
  readonly corrected: Signal<Instant>;
  /** Emits the current time about every `period`. Some ticks may be late or missing. */
  every(period: Milliseconds): Signal<Instant>;
  /** Resolves after about `delay`. */
  after(delay: Milliseconds): Promise<void>;
}

/**
 * Takes faults that are not shown to the listener. `details` contain kinds and ids, never a token, a password or an
 * email address.
 */
export interface Log {
  /** Takes a fault that the application can deal with, such as a response that could not be read. */
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Takes a fault of the program itself. */
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

/** The end of a subscription. Calling `unsubscribe` twice changes nothing. */
export type Subscription = { unsubscribe(): void };

/** Events over time. An RxJS `Observable` can be passed as it is. */
export type Signal<Value> = { subscribe(next: (value: Value) => void): Subscription };

/** Tells a call that its caller no longer waits for the result. An `AbortSignal` can be passed as it is. */
export type Cancellation = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** Whether the browser has a network. `true` may be wrong; `false` is certain. */
export interface Network {
  /** True if the browser has a network, or does not know. */
  isOnline(): boolean;
  /** Emits when the network has returned. */
  readonly returned: Signal<void>;
}

/** The app's own files in this browser: its page and its code. Without them, nothing opens without a network. */
export interface OfflineApp {
  /** True if this page was loaded by means of the stored files. Then the next one opens without a network, too. */
  isStored(): boolean;
  /** Stores what is missing. Succeeds when the next page opens without a network. Never rejects. */
  store(): Promise<Result<void, { readonly kind: AppFailure }>>;
}

/**
 * Whether this page runs the build that its host serves now. After a new deployment, files of the older build may
 * be gone.
 */
export type DeploymentCheck = 'newest' | 'outdated' | 'unreachable';

/** Compares the build of this page with the build that the host serves. */
export interface Deployment {
  /** Asks the host for its current build. `unreachable` if it gave no response that names one. Never rejects. */
  check(): Promise<DeploymentCheck>;
  /**
   * Reloads the page at the same address (APP-53).
   *
   * @returns false if an earlier reload brought no other build; the page is then not reloaded again
   */
  reload(): boolean;
}

/** Decides which addresses media may come from (APP-25). */
export interface MediaPolicy {
  /**
   * True if media may be fetched from this address.
   *
   * @param address an absolute URL
   */
  allows(address: string): boolean;
}

/**
 * Why nothing was stored.
 *
 * - `full`: there is no room; the earlier value is still stored
 * - `blocked`: this browser stores nothing at all
 */
export type StoreFailure = { readonly kind: 'full' | 'blocked' };

/**
 * Text under keys, stored in this browser. It is synchronous, so that a position is stored before the page is closed.
 * An adapter for an asynchronous medium reads everything when it is opened, and writes in the background.
 * No method throws. A blocked store reads as empty, and each write fails with `blocked`.
 */
export interface KeyValueStore {
  /** Returns the text under a key; null if there is none. */
  get(key: string): string | null;
  /** Stores a text under a key. Replaces the earlier one. */
  set(key: string, value: string): Result<void, StoreFailure>;
  /** Removes a key. Does nothing if it is not there. */
  delete(key: string): void;
  /** Lists all stored keys, in no particular order. */
  keys(): readonly string[];
  /** Emits each key that another tab wrote or deleted, and null when another tab cleared the store. */
  readonly changedElsewhere: Signal<string | null>;
}
