import type { Signal } from './signal.ts';

/** Whether the browser has a network. `true` may be wrong; `false` is certain. */
export interface Network {
  /** True if the browser has a network, or does not know. */
  isOnline(): boolean;
  /** Emits when the network has returned. */
  readonly returned: Signal<void>;
}
