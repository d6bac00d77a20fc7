import type { Network } from '../../ports/network.ts';
import { Emitter } from '../shared/emitter.ts';

/** A network that tests turn on and off. */
export class MemoryNetwork implements Network {
  readonly returned = new Emitter<void>();
  private hasNetwork = true;

  isOnline(): boolean {
    return this.hasNetwork;
  }

  /** Loses the network, without an event. */
  goOffline(): void {
    this.hasNetwork = false;
  }

  /** Gets the network back, and emits `returned`. */
  goOnline(): void {
    this.hasNetwork = true;
    this.returned.emit();
  }
}
