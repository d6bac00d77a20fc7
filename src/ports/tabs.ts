import type { PageId } from '../domain/progress/position.ts';
import type { Instant } from '../domain/time.ts';
import type { Signal } from './signal.ts';

/** A tab's claim to be the one that sounds. */
export type SoundClaim = { readonly page: PageId; readonly at: Instant };

/**
 * The other tabs of this origin. Where the browser has no means to reach them nothing is ever heard of
 * them, and every tab is on its own.
 */
export interface Tabs {
  /** This tab, for as long as its page is loaded. */
  readonly page: PageId;
  /** Tells the others that this tab is about to sound. */
  claimSound(at: Instant): void;
  /** Another tab is about to sound. */
  readonly claims: Signal<SoundClaim>;
  /** Runs work while no other tab runs any of the same name. The next tab sees whatever this one has stored. */
  exclusively(name: string, work: () => Promise<void>): Promise<void>;
  /** Holds a name until it is released, or until this page is gone, however it ended. */
  hold(name: string): { release(): void };
  /** Whether a page holds the name. Always `false` where the browser cannot tell. */
  isHeld(name: string): Promise<boolean>;
}
