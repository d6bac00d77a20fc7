import type { PageId } from '../domain/progress/position.ts';
import type { Instant } from '../domain/time.ts';
import type { Signal } from './platform.ts';

/** A tab's claim to be the one that plays (PLAY-54). */
export type SoundClaim = { readonly page: PageId; readonly at: Instant };

/**
 * The other tabs of this origin. In a browser without the means to reach them, no message ever comes, and each tab
 * works alone.
 */
export interface Tabs {
  /** Identifies this tab as long as its page is loaded. */
  readonly page: PageId;
  /** Tells the other tabs that this tab is about to play. */
  claimSound(at: Instant): void;
  /** Emits when another tab is about to play. */
  readonly claims: Signal<SoundClaim>;
  /** The newest claim of any tab that is stored, also of a tab that has ended. Null if none can be read. */
  lastClaim(): SoundClaim | null;
  /**
   * Runs `work` while no other tab runs work under the same name. The work starts when this tab can see all data that
   * earlier work has stored, even if the page of that work has ended.
   */
  exclusively(name: string, work: () => Promise<void>): Promise<void>;
  /**
   * True if another tab is running work under this name, or if its page ended during such work. The result is there
   * at once, so a page that is ending can use it. If another tab has just started its work, the result may still be
   * false. That work then sees all data that this page has stored.
   */
  isBusyElsewhere(name: string): boolean;
  /** Holds a lock until it is released, or until the page ends for any reason. */
  hold(name: string): { release(): void };
  /** True if a page holds the lock. Always false if the browser has no locks. */
  isHeld(name: string): Promise<boolean>;
}
