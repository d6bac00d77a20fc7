import type { Instant } from '../src/domain/time.ts';
import type { HarnessState, PlayerContent } from './state.ts';

/** What the application in the frame shows and has sent, at one moment. */
export type Snapshot = {
  readonly now: Instant;
  readonly path: string;
  /** What is in the player, with the title of its track; null if it is empty. */
  readonly player: (PlayerContent & { readonly name: string }) | null;
  readonly notices: readonly string[];
  /** The calls to the provider, oldest first. */
  readonly calls: readonly string[];
  readonly events: readonly string[];
  readonly messaging: readonly string[];
  readonly reports: readonly string[];
  readonly log: readonly string[];
};

export type Frame = {
  /** Applies a state without a reload. Adapters, path, player and a visitor need one. */
  apply(state: HarnessState): Promise<void>;
  snapshot(): Snapshot;
};

declare global {
  interface Window {
    /** The panel's function. The frame calls it when the application runs. */
    connectFrame?: (frame: Frame) => void;
  }
}
