import type { Network } from '../../ports/network.ts';
import { Emitter } from '../shared/emitter.ts';

/** A network that goes and comes by hand. */
export class MemoryNetwork implements Network {
  readonly returned = new Emitter<void>();
  private isThere = true;

  isOnline(): boolean {
    return this.isThere;
  }

  goesAway(): void {
    this.isThere = false;
  }

  comesBack(): void {
    this.isThere = true;
    this.returned.emit();
  }
}
