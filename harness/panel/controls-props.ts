import type { Snapshot } from '../frame-api.ts';
import type { HarnessState } from '../state.ts';

/** What each group of controls gets from the panel. */
export type ControlsProps = {
  readonly state: HarnessState;
  /** Null until the application runs. */
  readonly snapshot: Snapshot | null;
  /** Changes the state of the running application. */
  readonly change: (change: Partial<HarnessState>) => void;
  /** Changes the state, and starts the application again in it. */
  readonly restart: (change: Partial<HarnessState>) => void;
};
