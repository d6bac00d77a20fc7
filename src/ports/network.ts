import type { Signal } from './signal.ts';

/** Whether the browser believes to have a network. It may be wrong when it says so, never when it denies it. */
export interface Network {
  isOnline(): boolean;
  /** There is a network again. */
  readonly returned: Signal<void>;
}
